import type { Behaviour } from "./behaviour.ts";
import { evidenceIn } from "./evidence.ts";

/** The truthful model's answer if it has no evidence. */
export const nothingToSay = "I was given nothing that I could answer this from.";

/** Repeats the evidence in the prompt, sentence by sentence, and says nothing else. */
export const truthful: Behaviour = (request) => {
  const evidence = evidenceIn(request);
  return { text: evidence.length === 0 ? nothingToSay : evidence.map(({ text }) => text).join(" ") };
};
