import type { UserSentence } from "../words.ts";
import verbLast from "./verb-last.json" with { type: "json" };

/**
 * Patterns for the words before and after a destination, up to the ends of its sentence, in languages whose
 * verb comes last.
 */
const FORMS_AROUND = Object.values(verbLast).map(({ before, after }) => ({
  before: new RegExp(before, "su"),
  after: new RegExp(after, "u"),
}));

/** Returns true if the words around a destination ask to write to it, in a language whose verb comes last. */
export function isNamedAround(before: string, after: string): boolean {
  return FORMS_AROUND.some((form) => form.before.test(before) && form.after.test(after));
}

/** Returns the places to which a sentence asks to write, in a language whose verb comes last. */
export function findNamedAround({ tokens, text, at: start, end }: UserSentence): string[] {
  if (/[?？:：]/u.test(end)) return [];
  return tokens
    .filter(({ kind, text: written, at }) => {
      const from = at - start;
      return (
        kind === "place" && isNamedAround(text.slice(0, from), text.slice(from + written.length).trimEnd())
      );
    })
    .map(({ text: written }) => written);
}
