import { listContentStems } from "../lexicon/stems.ts";
import { looksLikePerson } from "../text/names.ts";
import { splitWords } from "../text/tokens.ts";
import type { Evidence } from "./evidence.ts";
import { hasDecisiveWord } from "./paraphrase/equivalents.ts";
import type { ReadEvidence, Source } from "./paraphrase/read-evidence.ts";
import { findDeniedStems } from "./paraphrase/turning-words.ts";

/** Words that say that something follows, and in which form. */
const SHAPE = new Set(
  listContentStems(
    "here below following follow follows as step steps instruction way ways method methods option options tip tips " +
      "guideline suggestion guide answer answers explanation explain question passage brief briefly short simple general " +
      "basic detailed quick full main key major common possible potential various several many few some different additional " +
      "step-by-step effect effects benefit benefits use uses used using purpose purposes thing things factor factors reason " +
      "difference differences similarity characteristic characteristics type types kind kinds meaning meanings trait traits " +
      "feature features example examples fact facts information describe described interpret interpreted summarize " +
      "summarized associated related include includes including such know infer inferred find learn try need",
    "en",
  ),
);
/** Matches words for a task without a person who does it. */
const TASK =
  /^(?<ahead>.*?)(?:^to|\bhow (?:to|(?:you|we|one) can)|\b(?:steps?|instructions|ways?|methods?|tips|guide) (?:to|for|on)|\byou can)\s(?<task>.+)$/;
/** Matches a second statement within a task: "to find the money that he hid". */
const FINITE =
  /\b(?:that|which|where|when|because|after|before|is|are|was|were|be|been|did|has|have|had|will|would)\b/;
const BY_WHOM = /\bby (?!following|using|trying|doing|taking)/;
const ASKS_OTHERWISE =
  /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|why|who|whose|when)\b/i;
const PEOPLE = /\b(?:he|she|his|her|him|they|their|them|who|whose)\b/;
const NEGATED = /\b(?:not?|never|without|none|cannot|nobody|nothing)\b|n['’]t\b/;
/** Matches words of a sentence that permits something only sometimes, later or not at all. */
const RESTRICTS =
  /\b(?:except|unless|avoid|dangerous|unsafe|forbid\w*|forbidden|prohibit\w*|banned|is planned|are planned|plans? to)\b/i;
/** Matches the quoted question in: The answer to the question "What is chard?" is: */
const ASKED_IN_QUOTES = /(?<=question) "([^"?]+)\??"/u;
const OTHER_VOICE = /["“”„«»<>|]|\.\s|[;!?]/u;

/**
 * Returns whether a lower-case line only introduces what follows its colon: "The benefits of green tea are:".
 * Besides such introductory words, it may contain a run of the user's question. In a task ("To make a bar
 * graph, follow these steps:"), it may also contain words of the evidence that name nobody. About a person,
 * and in a question for a yes or a reason, the same words may be an accusation, so those fail, and so does
 * every negation.
 */
export function introducesList(written: string, { question, asked, sourceFacts, read }: Evidence): boolean {
  const line = written.replace(ASKED_IN_QUOTES, " $1 ");
  if (!/:\s*$/.test(line) || OTHER_VOICE.test(line) || NEGATED.test(line) || PEOPLE.test(line)) return false;
  if (ASKS_OTHERWISE.test(question.trim()) || (asked !== null && looksLikePerson(asked))) return false;
  const topic = listTopicStems(line);
  if (hasDecisiveWord(topic) || isDenied(topic, read())) return false;
  const users = listTopicStems(question);
  if (` ${users.join(" ")} `.includes(` ${topic.join(" ")} `)) return true;
  const { ahead, task } = TASK.exec(line)?.groups ?? {};
  if (ahead === undefined || task === undefined || FINITE.test(task) || BY_WHOM.test(task)) return false;
  if (listTopicStems(ahead).length > 0) return false;
  const { named } = sourceFacts.names;
  const foreign = splitWords(task).filter((word) =>
    listTopicStems(word).some((stem) => !users.includes(stem)),
  );
  if (foreign.some((word) => named.has(word))) return false;
  return foreign.length === 0 || read().sources.some((source) => holdsAll(source, foreign));
}

function holdsAll({ read, previous }: Source, words: readonly string[]): boolean {
  const held = previous === null ? [read] : [read, previous.read];
  return listTopicStems(words.join(" ")).every((stem) => held.some(({ content }) => content.has(stem)));
}

/** Minimum share of a line's words in a denial. With fewer, the denial is about something else. */
const MIN_SHARE_OF_WORDS = 0.75;

/**
 * Returns whether most words of the line are in the evidence after a negation, or in a sentence about an
 * exception or a plan.
 */
function isDenied(topic: readonly string[], { sources }: ReadEvidence): boolean {
  const wanted = new Set(topic);
  const least = Math.ceil(MIN_SHARE_OF_WORDS * wanted.size);
  const holdsEnough = (stems: Iterable<string>) =>
    [...new Set(stems)].filter((one) => wanted.has(one)).length >= least;
  return (
    least > 0 &&
    sources.some(
      ({ read }) =>
        (RESTRICTS.test(read.text) && holdsEnough(read.content.keys())) ||
        findDeniedStems(read).some(holdsEnough),
    )
  );
}

/** Returns whether a line announces a task that the evidence denies or excludes. */
export function announcesDenied(task: string, { read }: Pick<Evidence, "read">): boolean {
  const topic = listTopicStems(task);
  return topic.length > 0 && isDenied(topic, read());
}

/** Returns the stems of the words that do not only introduce something. */
function listTopicStems(text: string): string[] {
  return listContentStems(text, "en").filter((stem) => !SHAPE.has(stem));
}
