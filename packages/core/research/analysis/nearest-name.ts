import { type ProperName, properNames } from "../../text/names.ts";
import { splitSentences } from "../../text/sentences.ts";
import { isNationality } from "./nationalities.ts";

const SENTENCE_REACH = 240;

/** What stands before a statement in its sentence, and the last name in it; a nationality ("an English poet born in …") is none. */
export function nearestName(text: string, at: number): { before: string; name: ProperName | null } {
  const before = splitSentences(text.slice(Math.max(0, at - SENTENCE_REACH), at)).at(-1) ?? "";
  const name = properNames(before).findLast((one) => !isNationality(one.text)) ?? null;
  return { before, name };
}
