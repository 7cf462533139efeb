import { askedName } from "../text/asked-name.ts";
import { nameWords } from "../text/name-mentions.ts";
import { properNames } from "../text/names.ts";
import { looksLikePerson } from "../text/person-name.ts";
import { words } from "../text/tokens.ts";
import type { Evidence } from "./evidence.ts";

/**
 * The name a query is about: the one it asks for ("who is …"), else the first that reads like a person's. Null when it is about
 * none: then the evidence is held against the query's words alone.
 */
export function subjectOf(query: string): string | null {
  return askedName(query) ?? properNames(query).find(({ text }) => looksLikePerson(text))?.text ?? null;
}

/**
 * The person's name that a query bears without showing it by a capital or its place ("steve mcqueen films"): the evidence writes it
 * with capitals. The longest one; null when there is none.
 */
export function nameInEvidence(query: string, evidence: readonly Evidence[]): string | null {
  const asked = ` ${words(query).join(" ")} `;
  const names = evidence
    .flatMap(({ text }) => properNames(text).map((name) => name.text))
    .filter((name) => looksLikePerson(name) && asked.includes(` ${nameWords(name).join(" ")} `));
  return names.toSorted((one, other) => other.length - one.length)[0] ?? null;
}
