import { splitSentences } from "../text/tokens.ts";

/**
 * A prompt split into its clauses. "Post it to #general, and who was Ada Lovelace?" has an order with nothing
 * to ask, and the question.
 */
interface RequestReading {
  clauses: readonly RequestClause[];
  /** True if any clause requests work on the user's own data. */
  orders: boolean;
}

/** A clause without the message to send and its recipients. */
interface RequestClause {
  /** The words to search; empty if nothing remains to ask. */
  asks: string;
  /** The words to search, with the verb of the request, which shows its purpose: "save a list of moons". */
  judged: string;
  orders: boolean;
}

const ADDRESS =
  "(?:(?:the )?#[\\p{L}\\p{N}_-]+(?: channel)?|<?[\\p{L}\\p{N}._%+-]*@[\\p{L}\\p{N}.-]*[\\p{L}\\p{N}]>?|https?:\\/\\/\\S+)";
const CAPITALISED = "(?!I(?![\\p{L}]))\\p{Lu}(?:[\\p{L}\\p{M}]|['’-](?=\\p{L}{2}))*(?![\\p{L}\\p{M}])";
const NAME = `(?:(?:Mr|Mrs|Ms|Dr|Prof)\\.? )?${CAPITALISED}(?: (?:van|von|de|der|da|di|la|${CAPITALISED})){0,3}(?! ${CAPITALISED})`;
const QUESTION_WORD = "(?:who|whom|whose|what|which|when|where|why|how)(?:['’]s)?(?![\\p{L}])";
/** Words that start the message, or the thing to pass on. */
const OPENS_MATTER = `that|whether|if|know|about|on|saying|${QUESTION_WORD}|an?|the|my|our|this|it|i|I|we|two|three`;
const WORD =
  "(?!(?:me|us|it|that|this|these|those|of|for|about|with|to|in|on|from|and|who|what|how|when|where|which|an?|the|my|our|some|any|every|one|two|three)(?![\\p{L}]))\\p{Ll}[\\p{L}-]*";
const EVERYBODY = "(?:him|her|them|everyone|everybody|all)(?![\\p{L}])";
const OWN_PEOPLE = `(?:my|our|the|your) (?:${WORD} ){0,2}?(?:${WORD}|${NAME})`;
const endPattern = (next: string) => `(?=[:,.!?]|\\s*$|\\s+(?:${next})(?![\\p{L}'’]))`;
const writeRepeatedPattern = (recipient: string) => `${recipient}(?:(?:,| and|, and) ${recipient})*(?!['’]s)`;
/** The recipient of a message. Lower-case words count as a name if a message follows. */
const RECIPIENT = writeRepeatedPattern(
  `(?:${ADDRESS}|${EVERYBODY}|${OWN_PEOPLE}${endPattern(`${OPENS_MATTER}|to|for|in #\\S+`)}|${NAME}|${WORD}(?: ${WORD})?${endPattern(`${OPENS_MATTER}|to`)})(?: in ${ADDRESS})?`,
);
const INDIRECT_OBJECT = writeRepeatedPattern(
  `(?:${ADDRESS}|${EVERYBODY}|${OWN_PEOPLE}${endPattern(OPENS_MATTER)}|${NAME}|${WORD}(?: ${WORD})?${endPattern(OPENS_MATTER)})`,
);
const RECIPIENT_AFTER_TO = writeRepeatedPattern(
  `(?:${ADDRESS}|${EVERYBODY}|${OWN_PEOPLE}${endPattern(`${OPENS_MATTER}|to|with|for|in|\\p{Ll}+ing`)}|${NAME})`,
);
const POLITE_WORDS =
  "(?:(?:please|kindly|then|also|now|and|so|ok|okay|hey|hi|thanks|(?:can|could|would|will) you|i (?:need|want|would like|have) (?:you )?to|i'd like (?:you )?to|let's|go ahead and|help me(?: to)?|don't forget to|make sure to)[\\s,]+)*";
/** Verbs before a recipient: "tell Ben that …". */
const TELL =
  "(?:tell|inform|notify|warn|alert|ping|dm|text|message|slack|update|brief|call|phone|e-?mail|mail)";
/** Verbs before somebody who is to answer or act: "ask Ben whether …". */
const ASK = "(?:ask|thank|wish|congratulate|invite|greet|remind)";
/** Verbs before a recipient and a thing: "send Ben the agenda". */
const HAND = "(?:send|e-?mail|mail|forward|give|show|write|hand|drop|shoot)";
/** Verbs before a place or a recipient after "to": "post to #general: …". */
const PUT = "(?:send|e-?mail|mail|forward|share|write|hand|drop|post|announce|publish|reply|respond|answer)";
/** Verbs before a kind of text: "draft a note to Ben that …". */
const MAKE =
  "(?:write|draft|compose|send|post|prepare|create|make|leave|drop|shoot|type|add|open|file|log|save|put)";
const TEXT =
  "(?:e-?mails?|mail|message|note|reply|answer|response|letter|card|text|dm|post|comment|reminder|invite|invitation|announcement|memo|thank-you|refusal|lines?|ticket|issue|task|page|entry|event)";
/** Verbs for work on the user's own data. */
const OWN_WORK =
  "(?:schedule|reschedule|book|move|cancel|postpone|push|set|block|decline|accept|confirm|assign|reassign|transfer|approve|reject|close|reopen|rename|delete|remove|archive|mark|mute|pay|order|buy|print|dial|cc|copy|store|change|upload|attach|track|pin|sign|submit|watch|subscribe|arrange|plan)";
const ORDER = `(?:${TELL}|${ASK}|${HAND}|${PUT}|${MAKE}|${OWN_WORK})`;

const matchAtStart = (source: string) => new RegExp(`^${POLITE_WORDS}${source}`, "u");

/**
 * A pattern in two parts that is compiled when a text first starts as its first part. With recipients, a
 * pattern takes up to 60 ms to compile, and most texts start differently.
 */
class LatePattern {
  readonly #start: RegExp;
  readonly #source: string;
  #whole: RegExp | undefined;

  constructor(start: string, rest: string) {
    this.#start = matchAtStart(start);
    this.#source = start + rest;
  }

  exec(text: string): RegExpExecArray | null {
    if (!this.#start.test(text)) return null;
    this.#whole ??= matchAtStart(this.#source);
    return this.#whole.exec(text);
  }
}

/** Matches the start of another request within a sentence. */
const FURTHER_REQUEST = new RegExp(
  `(?:[\\s,;]+(?:and then|and also|and|then)|;)\\s+(?:please\\s+|also\\s+)?(?=(?:${ORDER}|let|find out|look up|check|get|research)\\s+(?:me|us|it|that|this|them|him|her|everyone|to|in|on|an?|the|my|our|your|two|three|${QUESTION_WORD}|#|@|\\S+@|https?:|\\p{Lu})|(?:${TELL}|let)\\s+\\p{Ll}+)`,
  "u",
);
/** Matches the start of a question after an order: "Post it to #general, and who was Ada Lovelace?" */
const QUESTION_AFTER_ORDER = new RegExp(
  `(?:,|(?<=[#@][\\p{L}\\p{N}._-]+))\\s+(?:and|but)\\s+(?=(?:also\\s+)?${QUESTION_WORD}\\s[^,]*\\?\\s*$)`,
  "u",
);
/** Matches "tell me" and "let me know", which order nothing. */
const TO_SELF = matchAtStart(`(?:(?:${TELL}|${HAND})\\s+(?:me|us)|let\\s+(?:me|us)\\s+know)(?![\\p{L}])\\s*`);
const REMIND_ME = matchAtStart(`remind\\s+(?:me|us)\\s+(?!who|what|how)`);
const ASK_SOMEBODY = new LatePattern(`${ASK}\\s+`, RECIPIENT);
const MESSAGE_REQUESTS = [
  // "note for Ben that …", "log: …"
  new LatePattern(
    "(?:note|log|record|mention|enter|write down)(?:\\s+down)?(?=[\\s:])",
    `(?:\\s+(?:for|in|on|to|into)\\s+(?:${RECIPIENT_AFTER_TO}|self))?(?=\\s+(?:that|${QUESTION_WORD})(?![\\p{L}])|\\s*:)\\s*`,
  ),
  // "let Ben know that …"
  new LatePattern("let\\s+", `${RECIPIENT}\\s+know\\s*`),
  // "write Ben a short note that …", "draft an e-mail to Ben about …"
  new LatePattern(
    `${MAKE}\\s+(?=[^]*\\s${TEXT}(?![\\p{L}]))`,
    `(?:${INDIRECT_OBJECT}\\s+)?(?:an?|the|another|my|our|one|two)\\s+(?:[\\p{L}-]+\\s+){0,3}?${TEXT}(?![\\p{L}])(?:\\s+(?:back\\s+)?(?:to|for|in|into|from|at)\\s+(?:${RECIPIENT_AFTER_TO}|${NAME}['’]s?(?:\\s+${WORD}){1,3}))*\\s*`,
  ),
  // "reply to Ben: …", "post it in #general"
  new LatePattern(
    `${PUT}\\s+(?:(?:it|this|that)\\s+)?(?:back\\s+)?(?:to|in|into|on)\\s+`,
    `${RECIPIENT_AFTER_TO}\\s*`,
  ),
  // "tell Ben that …"
  new LatePattern(`${TELL}\\s+`, `${RECIPIENT}\\s*`),
  // "send Ben a short bio of Ada Lovelace"
  new LatePattern(`${HAND}\\s+(?!an?\\s)`, `${INDIRECT_OBJECT}\\s*`),
];
/** Matches "send a short bio of Ada Lovelace to Ben", in which `matter` is the bio. */
const HAND_OVER_REQUEST = new LatePattern(
  "(?:send|e-?mail|mail|forward|share|post|drop|announce|publish|(?<verb>add|save|log|put|enter|fill))\\s+(?=.{2,300}?\\s+(?:to|in|into|on|at|with)\\s)",
  `(?<matter>.{2,300}?)\\s+(?:(?:to|in|into|on|at|with)\\s+${RECIPIENT_AFTER_TO}|(?:to|in|into)\\s+(?:my|our|the) [\\p{L} -]{2,40})[\\s.!?…]*$`,
);
/** Matches a request recognized by its verb alone. Excludes "write" and "show", which may be for the user. */
const REQUEST_BY_VERB = matchAtStart(
  `(?:${TELL}|${ASK}|${OWN_WORK}|send|forward|share|post|announce|publish|reply|respond|create|add|open|file|log|save|put)\\s+(?=\\S)`,
);
/** Matches "it", "the answer": another clause asks for the thing to pass on. */
const THE_ANSWER =
  /^(?:(?:it|that|this|them|these|those|(?:the|your|an?|one|two|three) (?:short |brief |quick |whole |full )?(?:answer|result|reply|outcome|findings|summary|info|information|response|message|post|mail|e-?mail|note|bio|briefing|sentence|line|list)s?)(?:\s+(?:to|in|on|into|with|for|at|about (?:it|that|this)|as|back|too|please|now|and)(?![\p{L}])[^:]*)?|(?:about|with|on|from) (?:it|that|this)|me|us|too|as well|please|thanks|know)?[\s.!?…]*$/iu;
/** Matches "a short message: ", "an e-mail that": the kind of text before the message. */
const KIND_OF_TEXT = new RegExp(
  `^(?:an?|the|another|my|our|one)\\s+(?:[\\p{L}-]+\\s+){0,3}?${TEXT}(?![\\p{L}])\\s*(?=:|(?:that|saying|asking|to)\\s|$)`,
  "u",
);
/** Matches words that start the message. */
const MESSAGE =
  /^(?:that|saying|telling|asking|apologi[sz]ing|confirming|thanking|wishing|whether|if|to|for|because|i|we|he|she|they|you)(?![\p{L}])|^["“„:]/iu;
const DESCRIPTION =
  /^(?:that|which)\s+(?:sums? up|summari[sz]es?|explains?|describes?|lists?|covers?|introduces?|compares?|contains?|gives?|shows?|(?:says?|tells?)(?: (?:me|us|them))?(?=\s+(?:who|what|when|where|which|why|how)(?![\p{L}])))\s+/iu;
/** Matches a clause that makes a statement, which is the message itself. */
const STATEMENT =
  /^(?!.*(?:^|\s)(?:who|what|which|when|where|why|how)\s)(?:.*\s(?:is|are|was|were|has|have|had|will|would|can|could|should|cannot|does|did|do|[\p{L}]+n['’]t)\s|.*['’](?:s|m|re|ve|ll|d)\s(?:not\s|\p{Ll}+(?:ing|ed)\s))/iu;
/** Matches a clause about the thing to pass on: "the list of things that he has done". */
const RELATIVE = /\sthat\s/iu;
const QUESTION_AFTER_COLON = /^[:,–-]+\s*(?=(?:who|whom|whose|what|which|when|where|why|how)(?:['’]s)?\s)/iu;
/** Matches words before the topic or the content of a text. */
const OPENS_TOPIC = /^(?:about|on|regarding|introducing)\s+/iu;
const OPENS_MATTER_OF_TEXT = /^(?:with|explaining|describing|summari[sz]ing|listing|covering)\s+/iu;
const MAX_SENTENCE_LENGTH = 600;

interface ReadClause extends RequestClause {
  /** True if the message continues in the next sentence. */
  dictates: boolean;
}

/** Splits a prompt's sentences into clauses. A long sentence is kept whole. */
export function readRequest(prompt: string): RequestReading {
  const clauses: RequestClause[] = [];
  let dictates = false;
  for (const sentence of splitSentences(prompt).flatMap((one) => one.split(/(?<=\?)\s+/))) {
    const read = readClauses(sentence);
    if (dictates && !sentence.trim().endsWith("?") && !read.some(({ orders }) => orders)) continue;
    clauses.push(...read);
    dictates = read.at(-1)?.dictates === true;
  }
  return { clauses, orders: clauses.some(({ orders }) => orders) };
}

function readClauses(sentence: string): ReadClause[] {
  const text = sentence.trim();
  if (text.length > MAX_SENTENCE_LENGTH) return [createQuestionClause(text)];
  const parts = text
    .split(FURTHER_REQUEST)
    .flatMap(separateQuestion)
    .map((part) => part.trim());
  const clauses = parts.filter((part) => part !== "").map(readClause);
  const [first] = clauses;
  // "Who runs Intel and mail it to me?"
  const isAsked = first && !first.orders && first.asks !== "" && !first.asks.endsWith("?");
  if (clauses.length > 1 && text.endsWith("?") && isAsked)
    clauses[0] = { ...first, asks: `${first.asks}?`, judged: `${first.judged}?` };
  return clauses;
}

/** Splits an order from the question that follows it. Returns any other sentence whole. */
export function separateQuestion(sentence: string): string[] {
  const [order = "", ...question] = sentence.split(QUESTION_AFTER_ORDER);
  return question.length > 0 && readClause(order.trim()).orders ? [order, ...question] : [sentence];
}

function createQuestionClause(text: string): ReadClause {
  return { asks: text, judged: text, orders: false, dictates: false };
}

function createRequestClause(asks: string, { judged = asks, dictates = false } = {}): ReadClause {
  if (THE_ANSWER.test(asks)) return { asks: "", judged: "", orders: true, dictates };
  const topic = asks.replace(OPENS_MATTER_OF_TEXT, "").replace(OPENS_TOPIC, "Tell me about ");
  return { asks: topic, judged, orders: true, dictates };
}

function readClause(clause: string): ReadClause {
  // The capital at the start of a sentence does not indicate a name.
  const text = clause.replace(/^\P{L}*\p{Lu}[\p{L}'’]*/u, (word) => word.toLowerCase());
  const own = TO_SELF.exec(text)?.[0];
  if (own !== undefined) {
    const rest = text.slice(own.length);
    return /\p{L}/u.test(rest) && THE_ANSWER.test(rest)
      ? createRequestClause("")
      : createQuestionClause(clause);
  }
  const order = REQUEST_BY_VERB.exec(text)?.[0];
  if (order !== undefined && THE_ANSWER.test(text.slice(order.length))) return createRequestClause("");
  if (REMIND_ME.test(text) || ASK_SOMEBODY.exec(text)) return createRequestClause("");
  for (const pattern of MESSAGE_REQUESTS) {
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    const rest = text.slice(found.length);
    return createRequestClause(dropMessage(rest), { dictates: rest.startsWith(":") });
  }
  const { verb, matter } = HAND_OVER_REQUEST.exec(text)?.groups ?? {};
  if (matter !== undefined && STATEMENT.test(matter) && !RELATIVE.test(matter))
    return createRequestClause("");
  if (matter !== undefined && !MESSAGE.test(matter))
    return createRequestClause(matter, { judged: verb === undefined ? matter : `${verb} ${matter}` });
  return order === undefined ? createQuestionClause(clause) : createRequestClause(clause);
}

/** Returns the part after a recipient that asks something; empty if it is the message. */
function dropMessage(after: string): string {
  const rest = after.replace(KIND_OF_TEXT, "");
  const asked = QUESTION_AFTER_COLON.exec(rest)?.[0] ?? DESCRIPTION.exec(rest)?.[0];
  if (asked !== undefined) return rest.slice(asked.length);
  return MESSAGE.test(rest) || STATEMENT.test(rest) ? "" : rest;
}
