import { splitSentences } from "../text/tokens.ts";

/** A prompt split into its clauses. */
export interface RequestReading {
  clauses: readonly RequestClause[];
  /** True if any clause orders work on the user's own data. */
  orders: boolean;
}

/** A clause without the message to send and its recipients. */
export interface RequestClause {
  /** The words to search; empty if nothing remains to ask. */
  asks: string;
  /** The same with the order's verb, which shows what it is for. */
  judged: string;
  orders: boolean;
}

const ADDRESS =
  "(?:(?:the )?#[\\p{L}\\p{N}_-]+(?: channel)?|<?[\\p{L}\\p{N}._%+-]*@[\\p{L}\\p{N}.-]*[\\p{L}\\p{N}]>?|https?:\\/\\/\\S+)";
const CAPITALISED = "(?!I(?![\\p{L}]))\\p{Lu}(?:[\\p{L}\\p{M}]|['’-](?=\\p{L}{2}))*(?![\\p{L}\\p{M}])";
const NAME = `(?:(?:Mr|Mrs|Ms|Dr|Prof)\\.? )?${CAPITALISED}(?: (?:van|von|de|der|da|di|la|${CAPITALISED})){0,3}(?! ${CAPITALISED})`;
const QUESTION_WORD = "(?:who|whom|whose|what|which|when|where|why|how)(?:['’]s)?(?![\\p{L}])";
/** Words that open the message, or the thing to pass on. */
const OPENS_MATTER = `that|whether|if|know|about|on|saying|${QUESTION_WORD}|an?|the|my|our|this|it|i|I|we|two|three`;
const WORD =
  "(?!(?:me|us|it|that|this|these|those|of|for|about|with|to|in|on|from|and|who|what|how|when|where|which|an?|the|my|our|some|any|every|one|two|three)(?![\\p{L}]))\\p{Ll}[\\p{L}-]*";
const EVERYBODY = "(?:him|her|them|everyone|everybody|all)(?![\\p{L}])";
const OWN_PEOPLE = `(?:my|our|the|your) (?:${WORD} ){0,2}?(?:${WORD}|${NAME})`;
const ends = (behind: string) => `(?=[:,.!?]|\\s*$|\\s+(?:${behind})(?![\\p{L}'’]))`;
const several = (receiver: string) => `${receiver}(?:(?:,| and|, and) ${receiver})*(?!['’]s)`;
/** The recipient of a message. Lower-case words count as a name if a message follows. */
const TOLD = several(
  `(?:${ADDRESS}|${EVERYBODY}|${OWN_PEOPLE}${ends(`${OPENS_MATTER}|to|for|in #\\S+`)}|${NAME}|${WORD}(?: ${WORD})?${ends(`${OPENS_MATTER}|to`)})(?: in ${ADDRESS})?`,
);
const GIVEN = several(
  `(?:${ADDRESS}|${EVERYBODY}|${OWN_PEOPLE}${ends(OPENS_MATTER)}|${NAME}|${WORD}(?: ${WORD})?${ends(OPENS_MATTER)})`,
);
/** The recipient after "to". */
const RECEIVER = several(
  `(?:${ADDRESS}|${EVERYBODY}|${OWN_PEOPLE}${ends(`${OPENS_MATTER}|to|with|for|in|\\p{Ll}+ing`)}|${NAME})`,
);
const MANNERS =
  "(?:(?:please|kindly|then|also|now|and|so|ok|okay|hey|hi|thanks|(?:can|could|would|will) you|i (?:need|want|would like|have) (?:you )?to|i'd like (?:you )?to|let's|go ahead and|help me(?: to)?|don't forget to|make sure to)[\\s,]+)*";
const TELL =
  "(?:tell|inform|notify|warn|alert|ping|dm|text|message|slack|update|brief|call|phone|e-?mail|mail)";
const ASK = "(?:ask|thank|wish|congratulate|invite|greet|remind)";
const HAND = "(?:send|e-?mail|mail|forward|give|show|write|hand|drop|shoot)";
const PUT = "(?:send|e-?mail|mail|forward|share|write|hand|drop|post|announce|publish|reply|respond|answer)";
const MAKE =
  "(?:write|draft|compose|send|post|prepare|create|make|leave|drop|shoot|type|add|open|file|log|save|put)";
const TEXT =
  "(?:e-?mails?|mail|message|note|reply|answer|response|letter|card|text|dm|post|comment|reminder|invite|invitation|announcement|memo|thank-you|refusal|lines?|ticket|issue|task|page|entry|event)";
/** Verbs for work on the user's own data. */
const OWN_WORK =
  "(?:schedule|reschedule|book|move|cancel|postpone|push|set|block|decline|accept|confirm|assign|reassign|transfer|approve|reject|close|reopen|rename|delete|remove|archive|mark|mute|pay|order|buy|print|dial|cc|copy|store|change|upload|attach|track|pin|sign|submit|watch|subscribe|arrange|plan)";
const ORDER = `(?:${TELL}|${ASK}|${HAND}|${PUT}|${MAKE}|${OWN_WORK})`;

const opening = (source: string) => new RegExp(`^${MANNERS}${source}`, "u");
/** Another order within a sentence. */
const FURTHER_ORDER = new RegExp(
  `(?:[\\s,;]+(?:and then|and also|and|then)|;)\\s+(?:please\\s+|also\\s+)?(?=(?:${ORDER}|let|find out|look up|check|get|research)\\s+(?:me|us|it|that|this|them|him|her|everyone|to|in|on|an?|the|my|our|your|two|three|${QUESTION_WORD}|#|@|\\S+@|https?:|\\p{Lu})|(?:${TELL}|let)\\s+\\p{Ll}+)`,
  "u",
);
const TO_SELF = opening(`(?:(?:${TELL}|${HAND})\\s+(?:me|us)|let\\s+(?:me|us)\\s+know)(?![\\p{L}])\\s*`);
const REMINDED = opening(`remind\\s+(?:me|us)\\s+(?!who|what|how)`);
const ASKED_OF = opening(`${ASK}\\s+${TOLD}`);
const PASSED_ON = [
  `(?:note|log|record|mention|enter|write down)(?:\\s+down)?(?:\\s+(?:for|in|on|to|into)\\s+(?:${RECEIVER}|self))?(?=\\s+(?:that|${QUESTION_WORD})(?![\\p{L}])|\\s*:)`,
  `let\\s+${TOLD}\\s+know`,
  `${MAKE}\\s+(?:${GIVEN}\\s+)?(?:an?|the|another|my|our|one|two)\\s+(?:[\\p{L}-]+\\s+){0,3}?${TEXT}(?![\\p{L}])(?:\\s+(?:back\\s+)?(?:to|for|in|into|from|at)\\s+(?:${RECEIVER}|${NAME}['’]s?(?:\\s+${WORD}){1,3}))*`,
  `${PUT}\\s+(?:back\\s+)?(?:to|in|into|on)\\s+${RECEIVER}`,
  `${TELL}\\s+${TOLD}`,
  `${HAND}\\s+${GIVEN}`,
].map((source) => opening(`${source}\\s*`));
const HANDED_OVER = new RegExp(
  `^${MANNERS}(?:send|e-?mail|mail|forward|share|post|drop|announce|publish|(?<verb>add|save|log|put|enter|fill))\\s+(?<matter>.{2,300}?)\\s+(?:(?:to|in|into|on|at|with)\\s+${RECEIVER}|(?:to|in|into)\\s+(?:my|our|the) [\\p{L} -]{2,40})[\\s.!?…]*$`,
  "u",
);
/**
 * An order recognized by its verb alone. Writing or showing may be meant for the user, so these verbs do not
 * count.
 */
const ORDERED = opening(
  `(?:${TELL}|${ASK}|${OWN_WORK}|send|forward|share|post|announce|publish|reply|respond|create|add|open|file|log|save|put)\\s+(?=\\S)`,
);
/** "It", "the answer": the thing to pass on is asked for elsewhere. */
const THE_ANSWER =
  /^(?:(?:it|that|this|them|these|those|(?:the|your|an?|one|two|three) (?:short |brief |quick |whole |full )?(?:answer|result|reply|outcome|findings|summary|info|information|response|message|post|mail|e-?mail|note|bio|briefing|sentence|line|list)s?)(?:\s+(?:to|in|on|into|with|for|at|about (?:it|that|this)|as|back|too|please|now|and)(?![\p{L}])[^:]*)?|(?:about|with|on|from) (?:it|that|this)|me|us|too|as well|please|thanks|know)?[\s.!?…]*$/iu;
/** Words that open the message. */
const MESSAGE =
  /^(?:that|saying|telling|asking|apologi[sz]ing|confirming|thanking|wishing|whether|if|to|for|because|i|we|he|she|they|you)(?![\p{L}])|^["“„:]/iu;
const DESCRIBED =
  /^(?:that|which)\s+(?:sums? up|summari[sz]es?|explains?|describes?|lists?|covers?|introduces?|compares?|contains?|gives?|shows?|(?:says?|tells?)(?: (?:me|us|them))?(?=\s+(?:who|what|when|where|which|why|how)(?![\p{L}])))\s+/iu;
/** A clause that makes a statement is the message itself. */
const STATES =
  /^(?!.*(?:^|\s)(?:who|what|which|when|where|why|how)\s)(?:.*\s(?:is|are|was|were|has|have|had|will|would|can|could|should|cannot|does|did|do|[\p{L}]+n['’]t)\s|.*['’](?:s|m|re|ve|ll|d)\s(?:not\s|\p{Ll}+(?:ing|ed)\s))/iu;
const ASKS_BEHIND_COLON = /^[:,–-]+\s*(?=(?:who|whom|whose|what|which|when|where|why|how)(?:['’]s)?\s)/iu;
/** Words before the topic or the content of a text. */
const OPENS_TOPIC = /^(?:about|on|regarding|introducing)\s+/iu;
const OPENS_MATTER_OF_TEXT = /^(?:with|explaining|describing|summari[sz]ing|listing|covering)\s+/iu;
const MAX_LENGTH = 600;

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
  if (text.length > MAX_LENGTH) return [plain(text)];
  const parts = text.split(FURTHER_ORDER).map((part) => part.trim());
  const clauses = parts.filter((part) => part !== "").map(readClause);
  const [first] = clauses;
  // "Who runs Intel and mail it to me?"
  if (clauses.length > 1 && text.endsWith("?") && first && first.asks !== "" && !first.asks.endsWith("?"))
    clauses[0] = { ...first, asks: `${first.asks}?`, judged: `${first.judged}?` };
  return clauses;
}

function plain(text: string): ReadClause {
  return { asks: text, judged: text, orders: false, dictates: false };
}

function ordered(asks: string, { judged = asks, dictates = false } = {}): ReadClause {
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
    return /\p{L}/u.test(rest) && THE_ANSWER.test(rest) ? ordered("") : plain(clause);
  }
  const order = ORDERED.exec(text)?.[0];
  if (order !== undefined && THE_ANSWER.test(text.slice(order.length))) return ordered("");
  if (REMINDED.test(text) || ASKED_OF.test(text)) return ordered("");
  for (const pattern of PASSED_ON) {
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    const rest = text.slice(found.length);
    return ordered(withoutMessage(rest), { dictates: rest.startsWith(":") });
  }
  const { verb, matter } = HANDED_OVER.exec(text)?.groups ?? {};
  if (matter !== undefined && !MESSAGE.test(matter))
    return ordered(matter, { judged: verb === undefined ? matter : `${verb} ${matter}` });
  return order === undefined ? plain(clause) : ordered(clause);
}

/** Returns the part after a recipient that asks something; empty if it is the message. */
function withoutMessage(rest: string): string {
  const asked = ASKS_BEHIND_COLON.exec(rest)?.[0] ?? DESCRIBED.exec(rest)?.[0];
  if (asked !== undefined) return rest.slice(asked.length);
  return MESSAGE.test(rest) || STATES.test(rest) ? "" : rest;
}
