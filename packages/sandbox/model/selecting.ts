import type { Behaviour } from "./behaviour.ts";
import { evidenceIn } from "./evidence.ts";
import { nothingToSay } from "./truthful.ts";

/** Places every sentence it was given by its number, each an item of a list. */
export const selecting: Behaviour = (request) => {
  const numbers = evidenceIn(request).flatMap(({ number }) => number ?? []);
  return {
    text: numbers.length === 0 ? nothingToSay : numbers.map((number) => `- [[${number}]]`).join("\n"),
  };
};

/** Places numbers it was not given, and parts of sentences that it makes up. */
export const selectingWrongly: Behaviour = () => ({
  text: "[[0]] [[999]] [[1: was a convicted forger]] [[2: robbed a bank",
});

/** Says of what it was given that it is not there. */
export const denying: Behaviour = () => ({ text: "The sources do not say." });
