import type { Language } from "../../lexicon/language.ts";
import { ROLES, type Role } from "../../lexicon/people.ts";
import { findPersonWords, readStemmedTokens } from "../identity/person-words.ts";

/** Synonym classes of roles. They are negative, because classes of other words count from 0. */
const CLASS_OF: ReadonlyMap<string, number> = new Map(Object.keys(ROLES).map((role, at) => [role, -1 - at]));

/**
 * Returns the classes of the roles in a text, by the start of each of their words. They are the same in every
 * language: "mayor" and "Bürgermeisterin" share one.
 */
export function findRoleClasses(text: string, language: Language): ReadonlyMap<number, readonly number[]> {
  const tokens = readStemmedTokens(text, language);
  const classOf = (role: Role) => CLASS_OF.get(role) ?? [];
  return new Map(
    findPersonWords(tokens, language).flatMap(({ roles, from, to }) =>
      tokens.slice(from, to).map(({ start }) => [start, roles.flatMap(classOf)] as const),
    ),
  );
}
