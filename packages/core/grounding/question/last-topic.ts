import { looksLikePerson } from "../../text/person-name.ts";
import { termWeight } from "../../text/term-weights.ts";
import { contentWords } from "../../text/tokens.ts";
import { hasPronoun } from "../gate/continuation.ts";
import type { Topic } from "./pronouns.ts";

/** What was said, and the name it is about. */
export interface SpokenOf {
  content: string;
  subject: string | null;
}

const TOPIC_WORDS = 5;
const TELLING_WEIGHT = 3;

/** What was last spoken of: a name, a person's where one is asked for, or the telling words of the turn that opened the topic. */
export function lastTopic(spokenOf: readonly SpokenOf[], ofPerson: boolean): Topic | null {
  const turns = spokenOf.toReversed();
  const subjects = turns.flatMap(({ subject }) => subject ?? []);
  const name = (ofPerson ? subjects.find(couldBePerson) : undefined) ?? subjects[0];
  if (name !== undefined) return { text: name, named: true };
  const opening = turns.find(({ content }) => !hasPronoun(content) && telling(content).length > 0);
  return opening === undefined
    ? null
    : { text: telling(opening.content).slice(0, TOPIC_WORDS).join(" "), named: false };
}

function couldBePerson(name: string): boolean {
  return looksLikePerson(name) || /^\S+$/.test(name);
}

/** The content words that are not everyday English. */
function telling(text: string): string[] {
  return contentWords(text).filter((word) => termWeight(word) >= TELLING_WEIGHT);
}
