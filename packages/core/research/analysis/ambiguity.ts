import { looksLikePerson } from "../../text/person-name.ts";
import { asksForAnother, choosePerson } from "./choose-person.ts";
import { groupByPerson } from "./person-groups.ts";
import { readProfile } from "./person-profile.ts";
import type { Snippet } from "./snippet.ts";

/** `subject` is the name asked about; `context` what the caller added to tell people apart, empty when nothing. */
export interface AmbiguityInput {
  subject: string | null;
  query: string;
  context: string;
  snippets: readonly Snippet[];
}

/** Whether the evidence is about several people of one name. Groups and `chosen` hold indexes into the snippets. */
export interface Ambiguity {
  ambiguous: boolean;
  groups: number[][];
  /** The snippets of the one person that the query or the context picks out; null when nothing was there to pick from or with. */
  chosen: number[] | null;
}

const LIST_OF_NAMESAKES =
  /\b(?:may|can|could) (?:also )?refer to\b|\(disambiguation\)|\bdisambiguation page\b|\bpeople (?:named|with the (?:sur)?name)\b/i;

function listsNamesakes(snippet: Snippet): boolean {
  return LIST_OF_NAMESAKES.test(snippet.title) || LIST_OF_NAMESAKES.test(snippet.text.slice(0, 300));
}

/**
 * Whether the snippets that bear a person's name are about distinct people. A page that lists namesakes is evidence by itself. A
 * qualifier in the query or the context that fits exactly one person settles it.
 */
export function distinctPeople({ subject, query, context, snippets }: AmbiguityInput): Ambiguity {
  if (subject === null || !looksLikePerson(subject)) return { ambiguous: false, groups: [], chosen: null };
  let namesakesListed = false;
  const read = snippets.flatMap((snippet, index) => {
    const profile = readProfile(snippet, subject);
    if (profile === null) return [];
    if (listsNamesakes(snippet)) {
      namesakesListed = true;
      return [];
    }
    return [{ index, profile, text: `${snippet.title} ${snippet.text}` }];
  });
  const snippetsAt = (positions: readonly number[]) =>
    positions.flatMap((position) => read[position]?.index ?? []);
  const profiles = read.map(({ profile }) => profile);
  const groups = groupByPerson(profiles).map(snippetsAt);
  const severalPeople = groups.length > 1 || namesakesListed;
  if (!severalPeople && !asksForAnother({ subject, query, context }, profiles))
    return { ambiguous: false, groups, chosen: null };
  const chosen = choosePerson({ subject, query, context }, read);
  return {
    ambiguous: severalPeople && chosen === null,
    groups,
    chosen: chosen === null ? null : snippetsAt(chosen),
  };
}
