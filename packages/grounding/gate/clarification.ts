import { findProperNames, looksLikePerson } from "../text/names.ts";
import { splitWords } from "../text/tokens.ts";
import type { UserTurn } from "./remembered-turns.ts";
import type { GateReason } from "./rules.ts";
import { judgeTurn } from "./single-turn.ts";

/** Matches an assistant's question about who is meant. Research refusals end with "ask again". */
const ASKS_BACK =
  /\b(?:which (?:one|person|of (?:them|these|those))\b|(?:which|who|whom)\b[^.?!]{0,60}\b(?:do|did|are) you (?:mean|refer)|(?:do|did) you mean\b|ask again\b)/i;

/** Number of characters at the end of the assistant's message that are read. */
const ASKS_BACK_WITHIN = 2000;

/** Matches the words before the answer itself: "No, I mean …", "He was …". */
const LEAD =
  /^(?:(?:no|yes|oh|ok|okay|sorry|well|ah|please)[\s,.!]+)*(?:(?:i|we) (?:mean|meant)\s+|i(?:'m| am| was) (?:asking about|thinking of|looking for)\s+|(?:it|that|he|she)(?:['’]s| is| was)\s+)?/i;

const NO_CHOICE = /^(?:none|neither|nobody|no one|never ?mind|forget it|any|all|both|either)\b/i;

/** Matches the choice of a listed candidate by its number: "2", "the second one". */
const NUMBERED =
  /^(?:the |number |no\.? |option )*\(?(?:(?<digit>[1-9])(?:st|nd|rd|th)?|(?<ordinal>first|second|third|fourth|fifth))\)?(?: one)?\.?$/i;

const ORDINALS = ["first", "second", "third", "fourth", "fifth"];

/** Reasons that show that a turn asks or orders something, and does not describe someone. */
const OWN_MATTER: readonly GateReason[] = [
  "asks_biography",
  "asks_fact",
  "code",
  "arithmetic",
  "workspace",
  "writing_task",
  "assistant_command",
  "personal",
];

const MAX_WORDS = 15;

/**
 * Returns the answer to the question who is meant ("I mean the director" → "the director", "2" → the second
 * listed title). Returns null if this was not asked, or if the turn is a question, a task or another form of
 * the name. `subject` is that of the previous turn.
 */
export function readClarification({ content, answers }: UserTurn, subject: string): string | null {
  if (content.length > 300 || !ASKS_BACK.test(answers.slice(-ASKS_BACK_WITHIN))) return null;
  const phrase = content.replace(/\s+/g, " ").trim().replace(LEAD, "").replace(/\.$/, "");
  const length = splitWords(phrase).length;
  if (length === 0 || length > MAX_WORDS || phrase.endsWith("?") || NO_CHOICE.test(phrase)) return null;
  const listed = findListedCandidate(phrase, answers);
  if (listed !== null) return listed;
  if (isNamesake(phrase, `${subject} ${answers}`)) return null;
  return judgeTurn(phrase).reasons.some((reason) => OWN_MATTER.includes(reason)) ? null : phrase;
}

/**
 * Returns whether a phrase is a full name that shares a word with earlier text. It is then a namesake or
 * another spelling, while an employer would share no word.
 */
function isNamesake(phrase: string, said: string): boolean {
  if (!looksLikePerson(phrase) || findProperNames(phrase)[0]?.text !== phrase) return false;
  const known = new Set(splitWords(said));
  return splitWords(phrase).some((word) => known.has(word));
}

/** Returns the title and first sentence of the candidate that a turn selects by number. */
function findListedCandidate(phrase: string, answers: string): string | null {
  const picked = NUMBERED.exec(phrase)?.groups;
  if (picked === undefined) return null;
  const number = picked.digit ?? ORDINALS.indexOf(picked.ordinal?.toLowerCase() ?? "") + 1;
  const listed = new RegExp(
    `\\(${number}\\) “([^”]*)”, [^:]{1,255}: (.{0,200}?)(?= \\(\\d+\\) “| Please ask again|$)`,
    "s",
  );
  const [, title, says] = listed.exec(answers) ?? [];
  return title === undefined ? null : [title, says].join(" ").trim();
}
