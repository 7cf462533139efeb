import type { Mention } from "./people.ts";
import { type Cues, cuesOf } from "./person-cues.ts";
import { findByLetters, type Kind } from "./phrases.ts";
import type { PromptReading } from "./prompt-reading.ts";

/**
 * What a person is named for. Facts are `asked` for in so many words, or needed because somebody is `named` in a request that is
 * nothing else; an `errand` or `fiction` needs none.
 */
export interface PersonNeed {
  by: "asked" | "named" | "errand" | "fiction";
  /** Null in scripts whose names cannot be told from other words. */
  name: string | null;
  /** Whether the name surely is a person's. */
  sure: boolean;
}

/** What else a prompt is, as the other rules see it. */
export interface Surroundings {
  code: boolean;
  arithmetic: boolean;
  workspace: boolean;
  /** A text to work on or a role comes along, or the prompt is longer than a request. */
  givenText: boolean;
}

const NO_LETTERS: ReadonlySet<Kind> = new Set();

/** What the people named in a prompt are named for, the need for facts first, whatever else it asks; null when that cannot be told. */
export function personNeed(reading: PromptReading, around: Surroundings): PersonNeed | null {
  const letters = findByLetters(reading.text);
  if (letters !== null && !reading.people.some(({ capitals }) => capitals))
    return withoutCapitals(letters.kinds, around);
  if (reading.people.length === 0) return null;
  const cues = cuesOf(reading, letters?.kinds ?? NO_LETTERS);
  const needs = reading.people.flatMap((mention, at): PersonNeed[] => {
    const own = cues[at];
    const by = own === undefined ? null : needFor(mention, own, around);
    return by === null ? [] : [{ by, name: mention.text, sure: mention.capitals || mention.known }];
  });
  return needs.find(({ by }) => by === "asked" || by === "named") ?? needs[0] ?? null;
}

/** Arabic, Chinese, Japanese and Korean names look like other words: what is asked must tell. */
function withoutCapitals(kinds: ReadonlySet<Kind>, around: Surroundings): PersonNeed | null {
  if (around.code || around.arithmetic || around.givenText) return null;
  if (kinds.has("errand")) return { by: "errand", name: null, sure: true };
  if (kinds.has("fiction")) return { by: "fiction", name: null, sure: true };
  const asks = kinds.has("who") || kinds.has("life") || (kinds.has("tell") && kinds.has("about"));
  return asks ? { by: "asked", name: null, sure: true } : null;
}

function needFor(mention: Mention, cues: Cues, around: Surroundings): PersonNeed["by"] | null {
  const { capitals, known } = mention;
  if (cues.who && (known || !around.givenText)) return "asked";
  if (around.arithmetic) return null;
  if (around.code || cues.fiction) {
    if (cues.life && capitals) return "asked";
    return around.code ? null : "fiction";
  }
  if (around.givenText) return cues.lifeBeside && known ? "asked" : null;
  if (around.workspace && !known) return unknownInWorkspace(mention, cues);
  if (capitals) return inCapitals(mention, cues);
  return known ? knownInLowerCase(cues) : unknownInLowerCase(cues);
}

/** Most names of a workspace are those of its parts. */
function unknownInWorkspace({ capitals }: Mention, cues: Cues): PersonNeed["by"] | null {
  return cues.lifeBeside || (capitals && cues.about && (cues.life || cues.told)) ? "asked" : null;
}

/** A full name in capitals needs facts unless it is named for something else. */
function inCapitals({ known }: Mention, cues: Cues): PersonNeed["by"] | null {
  if (cues.about || cues.life) return "asked";
  if (cues.errand) return cues.toldInPhrase || (cues.asks && !cues.whereabouts) ? "asked" : "errand";
  if (cues.told) return "asked";
  if (cues.whereabouts) return "errand";
  if (cues.asks) return "asked";
  return cues.ownMatter && !(known && cues.nothingElse) ? null : "named";
}

function knownInLowerCase(cues: Cues): PersonNeed["by"] | null {
  if (cues.about || cues.life || cues.nothingElse) return "asked";
  if (cues.errand) return cues.toldInPhrase ? "asked" : null;
  return cues.told || (cues.asks && !cues.whereabouts) ? "asked" : null;
}

/** Two strange words may be anything: they must stand where a name is asked about. */
function unknownInLowerCase(cues: Cues): PersonNeed["by"] | null {
  if (cues.lifeBeside || cues.plainAbout || cues.nothingElse) return "asked";
  if (cues.about && (cues.told || cues.life || !cues.errand)) return "asked";
  return cues.linked && (cues.toldInPhrase || cues.life || (cues.told && !cues.errand)) ? "asked" : null;
}
