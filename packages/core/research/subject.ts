import { askedName } from "../text/asked-name.ts";
import { properNames } from "../text/names.ts";
import { looksLikePerson } from "../text/person-name.ts";

/**
 * The name a query is about: the one it asks for ("who is …"), else the first that reads like a person's. Null when it is about
 * none: then the evidence is held against the query's words alone.
 */
export function subjectOf(query: string): string | null {
  return askedName(query) ?? properNames(query).find(({ text }) => looksLikePerson(text))?.text ?? null;
}
