import { nameWords } from "../../text/name-mentions.ts";
import { type LifeEvent, type LifeFact, lifeFacts } from "../identity/life-facts.ts";
import { nearestName } from "../identity/nearest-name.ts";
import { middlesConflict } from "../identity/pair-features.ts";
import type { Snippet } from "./snippet.ts";

/** Two sources give different years for one thing. `citation_index` is the later source's index in the snippets given. */
export interface ConflictNote {
  kind: "conflict";
  text: string;
  citation_index: number;
}

interface StatedYear {
  /** The first and last word of the name, folded: the same for "Ada Lovelace" and "Ada King Lovelace". */
  key: string;
  name: string;
  event: LifeEvent;
  year: number;
  index: number;
  middles: string[];
}

/** How far a name may stand before what is stated of it; a bracket of other spellings fits in between. */
const NAME_REACH = 60;

/** Whose year it is: the last name of the sentence before the statement. "He was born …" names nobody and is left out. */
function subjectOf(text: string, fact: LifeFact): string | null {
  const { before, name } = nearestName(text, fact.start);
  if (name === null || before.length - name.end > NAME_REACH) return null;
  return fact.event !== "founding" && nameWords(name.text).length < 2 ? null : name.text;
}

function statedYears(snippet: Snippet, index: number): StatedYear[] {
  return lifeFacts(snippet.text).flatMap((fact) => {
    const name = subjectOf(snippet.text, fact);
    const words = name === null ? [] : nameWords(name);
    const key = `${words[0] ?? ""} ${words.at(-1) ?? ""}`;
    return name === null
      ? []
      : [{ key, name, event: fact.event, year: fact.year, index, middles: words.slice(1, -1) }];
  });
}

/**
 * The years of birth, death or founding on which two snippets disagree about the same name: one note for each year that differs from
 * the first one given. Only years that a snippet states for the event itself are compared, never another year in its text.
 */
export function conflictingFacts(snippets: readonly Snippet[]): ConflictNote[] {
  const first = new Map<string, StatedYear>();
  const noted = new Set<string>();
  const notes: ConflictNote[] = [];
  for (const stated of snippets.flatMap(statedYears)) {
    const slot = `${stated.event} ${stated.key}`;
    const earlier = first.get(slot);
    if (earlier === undefined) {
      first.set(slot, stated);
      continue;
    }
    const difference = `${slot} ${stated.year}`;
    if (earlier.year === stated.year || earlier.index === stated.index || noted.has(difference)) continue;
    if (middlesConflict(earlier.middles, stated.middles)) continue;
    noted.add(difference);
    notes.push({
      kind: "conflict",
      text: `Sources disagree on the year of ${stated.event} of ${earlier.name}: ${earlier.year} and ${stated.year}.`,
      citation_index: stated.index,
    });
  }
  return notes;
}
