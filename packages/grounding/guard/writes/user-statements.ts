import { separateQuestion } from "../../gate/order-reading.ts";
import { isVerb } from "../../lexicon/word-lists.ts";
import { splitSentences } from "../../text/tokens.ts";

/** The user's own statements, which may be passed on. */
export interface UserStatements {
  /** Returns whether a sentence is one of the user's own, verbatim. */
  says(sentence: string): boolean;
  /** Returns whether a few words without a verb are verbatim in one of the user's requests. */
  names(label: string): boolean;
}

const ASKS =
  /^(?:and |but |so |also |then )?(?:who|whom|whose|what|when|where|why|how|which|is|are|was|were|am|did|does|do|has|have|had|will|would|can|could|should|shall|may|might|wer|wen|was|wann|wo|warum|wie|welche\p{L}?|ist|sind|war|hat|qui|que|quand|où|pourquoi|comment|est-ce|quién|qué|cuándo|dónde|por qué|cómo)(?!\p{L})/iu;
const REQUESTS = /^(?:can|could|would|will|please)\s+(?:you|please|we)\b/iu;
/** Matches words that ask to pass on what follows: "tell Bob that", "post:", "let them know". */
const FORWARD_REQUEST =
  /\b(?:tell|inform|remind|notify|let|write|say|post|note|mention|announce|add|message|email|mail|send|create|titled|called|named|title|subject)\b/iu;
const FORWARDED_CLAUSE = /^(?<before>.*?)(?:\bthat\b|\bknow\b(?: that)?|:)\s*(?<clause>.+)$/isu;
const QUOTED = /"([^"]+)"|“([^”]+)”|«([^»]+)»|„([^“”]+)[“”]/gu;
/** Matches words before a clause which show that the user does not assert it. */
const DOUBT =
  /\b(?:not|never|no|whether|if|unless|den(?:y|ies|ied)|doubt\w*|alleg\w+|rumou?r\w*|claim\w*|wonder\w*|check|verify|find out|fact-check|false|untrue|true that|ask|asks|asked|research|investigate)\b|n['’]t\b/iu;
/** Matches the end of a clause to pass on. The rest is another request. */
const NEXT_REQUEST =
  /^\s*(?:[.;]|(?:,? (?:and|then|and then) )(?:tell|mail|email|send|post|write|create|add|let|say|remind|share|copy|invite|make|put|also|please)\b)/iu;
const MAX_LABEL_LENGTH = 10;

/** Returns the sentences of the user's messages that neither ask nor doubt anything. */
export function findStatements(said: readonly string[]): string[] {
  return splitMessages(said).filter((one) => !isQuestion(one) && !DOUBT.test(one));
}

function splitMessages(said: readonly string[]): string[] {
  return said.flatMap((message) => splitSentences(message)).flatMap(separateQuestion);
}

export function collectUserStatements(said: readonly string[]): UserStatements {
  const sentences = splitMessages(said);
  const own = sentences.flatMap((sentence) => (isQuestion(sentence) ? [] : [plain(sentence)]));
  const forwarded = sentences.flatMap(findForwardedClauses);
  const requests = findStatements(said).map((one) => ` ${normalizeWords(one)} `);
  return {
    says(sentence) {
      const wanted = plain(sentence);
      if (wanted === "") return false;
      return own.includes(wanted) || forwarded.some((clause) => startsClause(clause, wanted));
    },
    names(label) {
      const wanted = normalizeWords(label);
      const words = wanted.split(" ");
      if (wanted === "" || words.length > MAX_LABEL_LENGTH || words.some((word) => isVerb(word, "en")))
        return false;
      return requests.some((request) => request.includes(` ${wanted} `));
    },
  };
}

/**
 * Returns whether a sentence asks a question, even without a question mark: "was John Miller convicted". A
 * request with "can you" is not a question.
 */
function isQuestion(sentence: string): boolean {
  return startsQuestion(sentence) || (/[?？؟]["'”’)\s]*$/u.test(sentence) && !REQUESTS.test(sentence.trim()));
}

function startsQuestion(sentence: string): boolean {
  return ASKS.test(sentence.trim()) && !REQUESTS.test(sentence.trim());
}

/**
 * Returns the texts that a sentence asks to pass on: a clause after "that" or a colon, or text in quotation
 * marks. The text may be a question: "Tell Ada: lunch?".
 */
function findForwardedClauses(sentence: string): string[] {
  if (startsQuestion(sentence) || !FORWARD_REQUEST.test(sentence)) return [];
  const quoted = Array.from(sentence.matchAll(QUOTED), (match) => ({
    text: match.slice(1).find((one) => one !== undefined) ?? "",
    before: sentence.slice(0, match.index),
  })).filter(({ before }) => FORWARD_REQUEST.test(before) && !DOUBT.test(before));
  const { before = "", clause = "" } = FORWARDED_CLAUSE.exec(sentence)?.groups ?? {};
  const isSent = clause !== "" && FORWARD_REQUEST.test(before) && !DOUBT.test(before);
  return [...quoted.map(({ text }) => plain(text)), ...(isSent ? [plain(clause)] : [])];
}

function startsClause(clause: string, wanted: string): boolean {
  if (!clause.startsWith(wanted)) return false;
  const rest = clause.slice(wanted.length);
  return rest === "" || NEXT_REQUEST.test(rest);
}

function plain(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[“”„«»"]/g, "")
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.!…]+$/u, "");
}

function normalizeWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []).join(" ");
}
