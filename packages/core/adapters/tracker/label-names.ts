import * as z from "zod";
import { AdapterValidationError } from "../../errors/adapter-error.ts";

/** A label that a look-up found. */
export const foundLabel = z.object({
  id: z.string().min(1),
  name: z.string(),
  /** `null`: a label of the whole workspace. */
  team: z.object({ id: z.string() }).nullish(),
  /** The group it belongs to. */
  parent: z.object({ name: z.string() }).nullish(),
});

type FoundLabel = z.output<typeof foundLabel>;

/**
 * The id of each name, whatever its case; a label of the team goes before one of the workspace. `found` holds labels of these two alone.
 * Throws AdapterValidationError for names that fit none (with those there are) or several (with their ids).
 */
export function labelIdsByName(
  names: readonly string[],
  found: readonly FoundLabel[],
  known: readonly { name: string }[],
): Map<string, string> {
  const ids = new Map<string, string>();
  const missing: string[] = [];
  for (const name of names) {
    const [only, ...others] = fitting(name, found);
    if (only === undefined) missing.push(`"${name}"`);
    else if (others.length > 0) throw ambiguous(name, [only, ...others]);
    else ids.set(name, only.id);
  }
  if (missing.length === 0) return ids;
  const there = [...new Set(known.map(({ name }) => name))].join(", ");
  throw new AdapterValidationError(
    `label_ids: neither the team nor the workspace has a label called ${missing.join(", ")}.`,
    { nextStep: there === "" ? "There are no labels at all." : `Labels there are: ${there}.` },
  );
}

function fitting(name: string, found: readonly FoundLabel[]): FoundLabel[] {
  const called = found.filter((label) => label.name.toLowerCase() === name.toLowerCase());
  const own = called.filter(({ team }) => team);
  return own.length > 0 ? own : called;
}

function ambiguous(name: string, labels: readonly FoundLabel[]): AdapterValidationError {
  const candidates = labels.map((label) => `${label.id}${label.parent ? ` (in ${label.parent.name})` : ""}`);
  return new AdapterValidationError(`label_ids: "${name}" is the name of several labels.`, {
    nextStep: `Use the id of the one that is meant: ${candidates.join(", ")}.`,
  });
}
