import { properNames } from "../text/names.ts";
import { looksLikePerson } from "../text/person-name.ts";
import { words } from "../text/tokens.ts";
import type { UserTurn } from "./conversation.ts";
import type { GateReason } from "./rule.ts";
import { judgeTurn } from "./single-turn.ts";

/** How an assistant asks whom is meant; the refusals of research end in "ask again". */
const ASKS_BACK =
  /\b(?:which (?:one|person|of (?:them|these|those))\b|(?:which|who|whom)\b[^.?!]{0,60}\b(?:do|did|are) you (?:mean|refer)|(?:do|did) you mean\b|ask again\b)/i;
const ASKS_BACK_WITHIN = 2000;
const LEAD =
  /^(?:(?:no|yes|oh|ok|okay|sorry|well|ah|please)[\s,.!]+)*(?:(?:i|we) (?:mean|meant)\s+|i(?:'m| am| was) (?:asking about|thinking of|looking for)\s+|(?:it|that|he|she)(?:['’]s| is| was)\s+)?/i;
const NO_CHOICE = /^(?:none|neither|nobody|no one|never ?mind|forget it|any|all|both|either)\b/i;
const NUMBERED =
  /^(?:the |number |no\.? |option )*\(?(?:(?<digit>[1-9])(?:st|nd|rd|th)?|(?<ordinal>first|second|third|fourth|fifth))\)?(?: one)?\.?$/i;
const ORDINALS = ["first", "second", "third", "fourth", "fifth"];
/** What a description of somebody is not. */
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
const MOST_WORDS = 15;

/**
 * What a turn answers to the question whom is meant ("I mean the director" → "the director", "2" → the second title listed). Null
 * when nobody asked, or when the turn is a question, a task or another form of the name. `subject` is what the turn before was about.
 */
export function clarification({ content, answers }: UserTurn, subject: string): string | null {
  if (content.length > 300 || !ASKS_BACK.test(answers.slice(-ASKS_BACK_WITHIN))) return null;
  const phrase = content.replace(/\s+/g, " ").trim().replace(LEAD, "").replace(/\.$/, "");
  const length = words(phrase).length;
  if (length === 0 || length > MOST_WORDS || phrase.endsWith("?") || NO_CHOICE.test(phrase)) return null;
  const listed = listedCandidate(phrase, answers);
  if (listed !== null) return listed;
  if (isNamesake(phrase, `${subject} ${answers}`)) return null;
  return judgeTurn(phrase).reasons.some((reason) => OWN_MATTER.includes(reason)) ? null : phrase;
}

/** Whether a phrase is a full name that shares a word with what was said: another bearer or spelling, where an employer shares none. */
function isNamesake(phrase: string, said: string): boolean {
  if (!looksLikePerson(phrase) || properNames(phrase)[0]?.text !== phrase) return false;
  const known = new Set(words(said));
  return words(phrase).some((word) => known.has(word));
}

/** What was said of the candidate that a turn picks by its number: its title and its first sentence. */
function listedCandidate(phrase: string, answers: string): string | null {
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
