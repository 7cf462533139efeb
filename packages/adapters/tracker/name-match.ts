import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { createUnreadableError } from "./tracker-client.ts";

/**
 * Maximum number of candidates in an error. A look-up requests one more, to find out whether there are more.
 */
const MAX_LISTED = 10;
export const REQUESTED_CANDIDATES = MAX_LISTED + 1;

/** A record in the workspace, with the texts by which callers may refer to it. */
export interface Candidate {
  /** Omitted for a candidate that is only listed in errors. */
  id: string | undefined;
  /** Unique identifier: a key, an address, an identifier. */
  unique: string | undefined;
  /** Names that may not be unique. The best-known one is first. */
  names: readonly (string | undefined)[];
}

/**
 * Returns the ID of the only candidate that matches an argument. If none or several match, throws
 * AdapterValidationError with the matches or with known candidates. Throws AdapterTransientError if the match
 * may be among the unreadable candidates.
 */
export function chooseCandidate(
  argument: string,
  text: string,
  { fits, unreadable, known }: { fits: Candidate[]; unreadable: number; known: Candidate[] },
): string {
  const [best, ...others] = fits;
  if (best?.id !== undefined && others.length === 0) return best.id;
  if (best !== undefined)
    throw new AdapterValidationError(`${argument}: "${text}" matches more than one.`, {
      nextStep: `Use the value in brackets of the intended one: ${formatList(fits)}.`,
    });
  if (unreadable > 0) throw createUnreadableError();
  throw new AdapterValidationError(`${argument}: the workspace has nothing called "${text}".`, {
    nextStep:
      known.length > 0 ? `Use one of these: ${formatList(known)}.` : "Check the name, or use the UUID.",
  });
}

/**
 * Returns the best matches for a text, or nothing if no candidate matches. Prefers exact matches to those
 * that ignore case and spaces, and unique names to other names.
 */
export function findBestMatches(text: string, candidates: readonly Candidate[]): Candidate[] {
  const wanted = fold(text);
  const fits: ((candidate: Candidate) => boolean)[] = [
    ({ unique }) => unique === text,
    ({ names }) => names.includes(text),
    ({ unique = "" }) => fold(unique) === wanted,
    ({ names }) => names.some((name = "") => fold(name) === wanted),
  ];
  const first = fits.find((fit) => candidates.some(fit));
  return first ? candidates.filter(first) : [];
}

/** Separates group and name of a label: Area/Login, Area: Login. */
export const GROUP_SEPARATOR = /\s*[/:>]\s*/g;

/** Normalizes a name: ignores case, spaces, and how group and label are separated. */
function fold(name: string): string {
  return name.trim().toLowerCase().replace(GROUP_SEPARATOR, "/").replace(/\s+/g, " ");
}

function formatList(candidates: readonly Candidate[]): string {
  const shown = candidates.slice(0, MAX_LISTED).map(({ unique, names }) => {
    const name = names.find((each) => each !== undefined);
    if (name === undefined) return unique;
    return unique === undefined ? name : `${name} (${unique})`;
  });
  const all = [...new Set(shown)].join(", ");
  return candidates.length > MAX_LISTED ? `${all}, and more` : all;
}
