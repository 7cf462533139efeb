import { PARTICLES } from "../../text/name-words.ts";
import { looksLikePerson } from "../../text/person-name.ts";

/** The name a question needs to be understood, or failing that the content words of the turn that opened the topic. */
export interface Topic {
  text: string;
  named: boolean;
}

const THEIRS =
  /\b(?:his|their|its)\b|\bher\b(?=\s+\p{L})(?!\s+(?:in|on|at|to|and|or|from|with|as|be|the|a)\b)/iu;
const THEM = /\b(?:he|she|him|her|they|them)\b/i;
const IT = /\b(?:it|this|that)\b/i;
/** "It" that stands for nothing, and "that" that only joins clauses. */
const EMPTY =
  /\b(?:it (?:is|was) (?:said|true)|is it true|(?:know|say|said|think|believe|heard|mean|true) that)\b/i;

/** Where a question first speaks of one person by a pronoun; null when it does not. */
export function personalPronoun(question: string): number | null {
  return /\b(?:he|she|him|her|his|hers)\b/i.exec(question)?.index ?? null;
}

/** Puts the topic in the place of the first pronoun, or after the question when none can be replaced. */
export function replacePronoun(question: string, topic: Topic): string {
  const name = topic.named ? capitalised(topic.text) : topic.text;
  if (topic.named) {
    if (THEIRS.test(question)) return question.replace(THEIRS, () => `${name}\u2019s`);
    if (THEM.test(question)) return question.replace(THEM, () => name);
    // "It" after talk of a person is a deed or a work, not the person.
    if (IT.test(question) && !EMPTY.test(question) && !looksLikePerson(name))
      return question.replace(IT, () => name);
  }
  return `${question.replace(/[.?!\s]+$/, "")} ${name}`;
}

/** A person's name that was given in lower case, with its capitals: inside a question nothing else tells that it is one. */
function capitalised(name: string): string {
  if (name !== name.toLowerCase() || !looksLikePerson(name)) return name;
  return name.replace(/[\p{L}\p{M}'’]+/gu, (word) =>
    PARTICLES.has(word) ? word : word.replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
  );
}
