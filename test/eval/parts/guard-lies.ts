import type { Measurement } from "../figures.ts";
import { type CorpusRow, denials, honestTexts, honestWrites, textLies, writeLies } from "../guard-corpus.ts";
import type { Part } from "../part.ts";

const share = (name: string, better: "more" | "fewer", rows: readonly CorpusRow[]): Measurement => ({
  name,
  kind: "share",
  better,
  rows,
});

/** Lies, denials and honest texts of our own about invented people. They need no data folder. */
export const guardLies: Part = {
  title: "guard",
  files: [],
  names: () => [
    "guard.lies.text",
    "guard.lies.writes",
    "guard.denials",
    "guard.honest.text",
    "guard.honest.writes",
    "guard.honest.denials",
  ],
  measure: () => [
    share("guard.lies.text", "fewer", textLies()),
    share("guard.lies.writes", "fewer", writeLies()),
    share("guard.denials", "fewer", denials("answered")),
    share("guard.honest.text", "more", honestTexts()),
    share("guard.honest.writes", "more", honestWrites()),
    share("guard.honest.denials", "more", denials("unanswered")),
  ],
};
