import { askedName } from "../../text/asked-name.ts";
import { cutText } from "../../text/cut-text.ts";
import { fitQuery, NARROWEST_LIMITS } from "../../text/fit-query.ts";
import { properNames } from "../../text/names.ts";
import { looksLikePerson } from "../../text/person-name.ts";
import { contentWords } from "../../text/tokens.ts";
import { clarification } from "../gate/clarification.ts";
import { continues, hasPronoun } from "../gate/continuation.ts";
import { type ConversationTurn, promptTurn, rememberedTurns, type UserTurn } from "../gate/conversation.ts";
import { judgeTurn } from "../gate/single-turn.ts";
import { lastTopic, type SpokenOf } from "./last-topic.ts";
import { personalPronoun, replacePronoun } from "./pronouns.ts";

/** What a stand-alone question is made from. */
export interface Dialogue {
  prompt: string;
  /** Earlier messages, oldest first, without the prompt itself. */
  conversation?: readonly ConversationTurn[] | undefined;
  /** What the caller added to tell people apart: employer, role, place. */
  context?: string | undefined;
}

/** What research is asked. `query` names its subject and is within what every search backend takes. */
export interface StandAloneQuestion {
  query: string;
  /** What tells the subject from a namesake; empty when nothing was said. */
  context: string;
}

const POLITE =
  /^(?:(?:hi|hello|hey|please|thanks|ok|okay|wow|oh|cool|great|and|but|so|well)[\s,.!]+|(?:can|could|would|will) you (?:please )?(?=(?:tell|give|find|look|explain|describe|show)\b)|i(?:'d| would) like (?:you )?to (?:know|tell me)\s+|i (?:want|need) to know\s+|i was wondering\s+|do you know\s+|(?:please )?tell me\s+(?=(?:who|what|when|where|which|why|how|an?)\b)|tell me (?:more |something |everything )?about\s+)+/i;
const POLITE_END = /[\s,]+(?:please|thanks|thank you)(?=[.!?]*$)/i;

/** What is read of a prompt that asks nothing in particular: ten times what a query may hold. */
const READ_CHARACTERS = 4000;
/** What the research tool takes. */
const CONTEXT_CHARACTERS = 2000;
/** A question with more content words than these stands alone when no pronoun says otherwise. */
const ELLIPTIC_WORDS = 2;

interface Progress extends StandAloneQuestion {
  spokenOf: readonly SpokenOf[];
}

/**
 * A prompt as a question that can be researched without its conversation: the part that asks, polite filler gone, the pronoun of a
 * follow-up replaced by the name last spoken of. The answer to "which one do you mean?" is context to the question it was asked about,
 * and stays so as long as the person is spoken of by pronouns.
 */
export function standAloneQuestion({
  prompt,
  conversation = [],
  context = "",
}: Dialogue): StandAloneQuestion {
  const turns = [...rememberedTurns(conversation), promptTurn(prompt, conversation)];
  const asked = turns.reduce(follow, { query: "", context: "", spokenOf: [] });
  return {
    query: asked.query,
    context: cutText(joined(context, asked.context), CONTEXT_CHARACTERS),
  };
}

function follow(before: Progress, turn: UserTurn): Progress {
  const answer = before.query === "" ? null : clarification(turn, before.query);
  return answer === null ? ask(turn.content, before) : { ...before, context: joined(before.context, answer) };
}

function ask(prompt: string, before: Progress): Progress {
  const { asking, subject } = judgeTurn(prompt);
  const question = withoutManners(asking);
  const lead = asking === prompt ? "" : prompt.slice(0, Math.max(0, prompt.indexOf(asking)));
  const spokenOf = [...before.spokenOf, ...(lead === "" ? [] : [spoken(lead)])];
  const topic = isElliptic(question) ? lastTopic(spokenOf, personalPronoun(question) !== null) : null;
  return {
    query: fitQuery(topic === null ? question : replacePronoun(question, topic), NARROWEST_LIMITS, {
      subject,
    }),
    context: topic === null ? "" : before.context,
    spokenOf: [...spokenOf, { content: asking, subject }],
  };
}

function spoken(content: string): SpokenOf {
  return { content, subject: judgeTurn(content).subject };
}

function withoutManners(prompt: string): string {
  const plain = prompt.trimStart().slice(0, READ_CHARACTERS).replace(/\s+/g, " ").trim();
  const bare = plain.replace(POLITE, "").replace(POLITE_END, "").replace(/\.$/, "").trim();
  return bare === "" ? plain : bare;
}

/** Whether a question cannot be searched for as it stands. */
function isElliptic(question: string): boolean {
  const names = properNames(question);
  const pronoun = personalPronoun(question);
  if (pronoun !== null) return !names.some(({ start, text }) => start < pronoun && looksLikePerson(text));
  if (names.length > 0 || askedName(question) !== null) return false;
  return hasPronoun(question) || (continues(question) && contentWords(question).length <= ELLIPTIC_WORDS);
}

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(" ");
}
