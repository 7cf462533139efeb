import { foldCase } from "./words.ts";

/** Verbs by which people ask for an answer to a mail. */
const ANSWER =
  "answer|answering|reply|replying|respond|responding|write back|get back|antworte|antworten|beantworte|beantworten|" +
  "réponds|répondre|répondez|responde|responder|contesta|contestar|rispondi|rispondere|antwoord|beantwoord";
/** Words that may stand between the verb and the name. */
const BETWEEN =
  "to|the|a|an|my|our|this|that|last|latest|newest|first|new|unread|e-?mail|mail|message|note|question|from|of|by|back|" +
  "on|auf|an|die|der|das|den|dem|letzte|neueste|neue|nachricht|frage|von|à|au|la|le|les|du|de|dernier|message|el|al|" +
  "correo|mensaje|último|última|il|del|della|messaggio|op|aan|het|van|bericht";
const ASKED = new RegExp(
  `(?<!\\p{L})(?:${eitherCase(ANSWER)})(?!\\p{L})(?:\\s+(?:${eitherCase(BETWEEN)})(?![\\p{L}'’]))*` +
    "\\s+(?<name>\\p{L}[\\p{L}.'’-]*(?:\\s+\\p{Lu}[\\p{L}.'’-]*){0,2})",
  "gu",
);
/** The name of an answer's receiver may be written small only right behind these, or with a genitive "s". */
const POINTED = /['’]s?$|(?:to|from|by|von|à|de|a|al|van|aan)\s+$/iu;

/** Words as they stand within a sentence and at its beginning. */
function eitherCase(words: string): string {
  return words
    .split("|")
    .map((word) => `[${word.slice(0, 1).toUpperCase()}${word.slice(0, 1)}]${word.slice(1)}`)
    .join("|");
}

/** A name that a user asked to answer, as folded words. */
export type AskedName = readonly string[];

/** The people whose mail a message asks to answer: "answer Anna's mail", "reply to Ada Lovelace". */
export function namesToAnswer(message: string): AskedName[] {
  return Array.from(message.matchAll(ASKED), (match) => {
    const name = match.groups?.name ?? "";
    const [first = ""] = name.split(/\s+/);
    const ahead = match[0].slice(0, match[0].length - name.length);
    const isName = /^\p{Lu}/u.test(name) || POINTED.test(first) || POINTED.test(ahead);
    return isName ? nameWords(untilGenitive(name)) : [];
  }).filter((words) => words.length > 0);
}

/** A genitive ends a name, as does the word for what the person wrote ("Annas Mail"). */
function untilGenitive(name: string): string {
  const owner = /^(?<owner>.*?)['’]s?(?:\s|$)/u.exec(name)?.groups?.owner ?? name;
  return owner.replace(/(?:^|s?\s+)(?:E-?)?(?:Mails?|Nachricht|Frage|Message|Question)$/u, "");
}

function nameWords(name: string): string[] {
  return foldCase(name)
    .split(/[\s,;.()"]+/u)
    .filter((word) => word !== "");
}

/** Most words that a sender's name may have: a longer one could hold every word that a user might write. */
const LONGEST_NAME = 4;

/** Returns whether a sender's display name is the name of a person that the user asked to answer. */
export function isAskedSender(displayName: string | undefined, asked: readonly AskedName[]): boolean {
  const words = nameWords(displayName ?? "");
  if (words.length === 0 || words.length > LONGEST_NAME) return false;
  return asked.some((name) => name.every((word) => words.includes(word)));
}
