import { decideGrounding } from "@plumbline/grounding/gate";
import { parseQuestion } from "@plumbline/grounding/question";
import { withoutPrivateParts } from "../../../packages/grounding/text/private-parts.ts";
import {
  ASKED_PEOPLE,
  ASKED_THINGS,
  NEW_ON_THE_TOPIC,
  NOTHING_OUTSIDE,
  ON_THE_ANSWER,
  OWN_ORDERS,
  PRIVATE_WORDS,
  WITH_A_FACT,
} from "../../fixtures/requests/index.ts";
import type { JudgedRow } from "../figures.ts";
import type { Part } from "../part.ts";

/** A conversation with a grounded answer at its end. */
const ANSWERED = [
  { role: "user", content: "Who runs Nokia?" },
  { role: "assistant", content: "Nokia is led by Justin Hotard, who took over in April 2025." },
];

/** Returns what a prompt has searched; null where it has nothing searched. */
function searchedFor(prompt: string, conversation: typeof ANSWERED = []): string | null {
  if (!decideGrounding({ prompt, conversation }).requiresGrounding) return null;
  const { text, context } = parseQuestion({ prompt, conversation });
  return withoutPrivateParts(`${text} ${context}`);
}

const holds = (text: string | null, word: string) =>
  text?.toLowerCase().includes(word.toLowerCase()) === true;

function judge<Row>(kind: string, list: readonly Row[], hit: (row: Row) => boolean): JudgedRow[] {
  return list.map((row, at) => ({
    id: `${kind}:${`${at}`.padStart(8, "0")}`,
    group: `${at}`,
    hit: hit(row),
  }));
}

const isSearched = (prompt: string) => searchedFor(prompt) !== null;

const FIGURES: readonly (readonly [string, "more" | "fewer", () => JudgedRow[]])[] = [
  ["own_orders_searched", "fewer", () => judge("own", OWN_ORDERS, isSearched)],
  [
    "fact_of_order_searched",
    "more",
    () =>
      judge("fact", WITH_A_FACT, (row) => {
        const searched = searchedFor(row.prompt);
        return (
          row.holds.every((word) => holds(searched, word)) && !row.lacks.some((word) => holds(searched, word))
        );
      }),
  ],
  ["people_searched", "more", () => judge("people", ASKED_PEOPLE, isSearched)],
  ["things_searched", "more", () => judge("things", ASKED_THINGS, isSearched)],
  ["nothing_outside_searched", "fewer", () => judge("nothing", NOTHING_OUTSIDE, isSearched)],
  [
    "follow_ups_searched",
    "fewer",
    () =>
      judge("follow", ON_THE_ANSWER, (prompt) => searchedFor(prompt, ANSWERED)?.trim() !== "Who runs Nokia?"),
  ],
  [
    "new_on_topic_searched",
    "more",
    () =>
      judge("new", NEW_ON_THE_TOPIC, (row) => {
        const searched = searchedFor(row.prompt, ANSWERED);
        return row.holds.every((word) => holds(searched, word));
      }),
  ],
  [
    "private_words_searched",
    "fewer",
    () =>
      judge("private", PRIVATE_WORDS, ({ prompt, words }) => {
        const searched = searchedFor(prompt);
        return words.some((word) => holds(searched, word));
      }),
  ],
];

/** Measures which of our own prompts are searched, and for which words. */
export const requests: Part = {
  title: "requests",
  files: [],
  names: () => FIGURES.map(([name]) => `requests.${name}`),
  measure: () =>
    FIGURES.map(([name, better, rows]) => ({
      name: `requests.${name}`,
      kind: "share",
      better,
      rows: rows(),
    })),
};
