import { askedName } from "../../text/asked-name.ts";
import { fitQuery, NARROWEST_LIMITS } from "../../text/fit-query.ts";
import { properNames } from "../../text/names.ts";
import { looksLikePerson } from "../../text/person-name.ts";
import { termWeight } from "../../text/term-weights.ts";
import { contentWords } from "../../text/tokens.ts";
import { continues, hasPronoun } from "./continuation.ts";
import type { ConversationTurn } from "./gate.ts";
import { judgeTurn } from "./single-turn.ts";

/** What a stand-alone query is made from. */
export interface QueryInput {
  prompt: string;
  /** Earlier messages, oldest first, without the prompt itself. */
  conversation?: readonly ConversationTurn[];
  /** What the caller added to tell people apart: employer, role, place. */
  context?: string;
}

const POLITE =
  /^(?:(?:hi|hello|hey|please|thanks|ok|okay|wow|oh|cool|great|and|but|so|well)[\s,.!]+|(?:can|could|would|will) you (?:please )?(?=(?:tell|give|find|look|explain|describe|show)\b)|i(?:'d| would) like (?:you )?to (?:know|tell me)\s+|i (?:want|need) to know\s+|i was wondering\s+|do you know\s+|(?:please )?tell me\s+(?=(?:who|what|when|where|which|why|how|an?)\b)|tell me (?:more |something |everything )?about\s+)+/i;
const POLITE_END = /[\s,]+(?:please|thanks|thank you)(?=[.!?]*$)/i;

const THEIRS =
  /\b(?:his|their|its)\b|\bher\b(?=\s+\p{L})(?!\s+(?:in|on|at|to|and|or|from|with|as|be|the|a)\b)/iu;
const THEM = /\b(?:he|she|him|her|they|them)\b/i;
const IT = /\b(?:it|this|that)\b/i;
const OF_A_PERSON = /\b(?:he|she|him|her|his|hers)\b/i;
/** "It" that stands for nothing, and "that" that only joins clauses. */
const EMPTY =
  /\b(?:it (?:is|was) (?:said|true)|is it true|(?:know|say|said|think|believe|heard|mean|true) that)\b/i;

/** What is read of a long prompt: ten times what a query may hold. */
const READ_CHARACTERS = 4000;
const TOPIC_WORDS = 5;
const TELLING_WEIGHT = 3;
/** A question with more content words than these stands alone when no pronoun says otherwise. */
const ELLIPTIC_WORDS = 2;

/** The name a question needs to be understood, or failing that the content words of the turn that opened the topic. */
interface Topic {
  text: string;
  named: boolean;
}

function lastTopic(conversation: readonly ConversationTurn[], ofPerson: boolean): Topic | null {
  const turns = conversation.filter(({ role }) => role === "user").toReversed();
  const subjects = turns.flatMap((turn) => judgeTurn(turn.content).subject ?? []);
  const name = (ofPerson ? subjects.find(couldBePerson) : undefined) ?? subjects[0];
  if (name !== undefined) return { text: name, named: true };
  const opening = turns.find((turn) => !hasPronoun(turn.content) && telling(turn.content).length > 0);
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

/** Puts the topic in the place of the first pronoun, or after the question when none can be replaced. */
function resolve(question: string, topic: Topic): string {
  if (topic.named) {
    if (THEIRS.test(question)) return question.replace(THEIRS, () => `${topic.text}\u2019s`);
    if (THEM.test(question)) return question.replace(THEM, () => topic.text);
    // "It" after talk of a person is a deed or a work, not the person.
    if (IT.test(question) && !EMPTY.test(question) && !looksLikePerson(topic.text)) {
      return question.replace(IT, () => topic.text);
    }
  }
  return `${question.replace(/[.?!\s]+$/, "")} ${topic.text}`;
}

/** Whether a question cannot be searched for as it stands. */
function isElliptic(question: string): boolean {
  const names = properNames(question);
  const pronoun = OF_A_PERSON.exec(question);
  if (pronoun !== null)
    return !names.some((name) => name.start < pronoun.index && looksLikePerson(name.text));
  if (names.length > 0 || askedName(question) !== null) return false;
  return hasPronoun(question) || (continues(question) && contentWords(question).length <= ELLIPTIC_WORDS);
}

/**
 * The stand-alone search query of a prompt: polite filler gone, the pronoun of a follow-up replaced by the name last spoken of, the
 * caller's context behind it. Within what every search backend takes.
 */
export function researchQuery({ prompt, conversation = [], context = "" }: QueryInput): string {
  const plain = prompt.slice(0, READ_CHARACTERS).replace(/\s+/g, " ").trim();
  const bare = plain.replace(POLITE, "").replace(POLITE_END, "").replace(/\.$/, "").trim();
  const question = bare === "" ? plain : bare;
  const topic = isElliptic(question) ? lastTopic(conversation, OF_A_PERSON.test(question)) : null;
  return fitQuery(topic === null ? question : resolve(question, topic), NARROWEST_LIMITS, { context });
}
