import type { Behaviour } from "./behaviour.ts";
import { evidenceIn } from "./evidence.ts";
import { nothingToSay } from "./truthful.ts";

/** Places every sentence of its evidence by number, each as a list item. */
export const selecting: Behaviour = (request) => {
  const numbers = evidenceIn(request).flatMap(({ number }) => number ?? []);
  return {
    text: numbers.length === 0 ? nothingToSay : numbers.map((number) => `- [[${number}]]`).join("\n"),
  };
};

/** Places numbers that do not exist and parts of sentences that it invents. */
export const selectingWrongly: Behaviour = () => ({
  text: "[[0]] [[999]] [[1: was a convicted forger]] [[2: robbed a bank",
});

/** Denies that the evidence contains an answer. */
export const denying: Behaviour = () => ({ text: "The sources do not say." });
