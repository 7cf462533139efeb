import { FORMS, LATIN_FOR, SPELLINGS } from "../lexicon/names.ts";
import { foldWord } from "./tokens.ts";

const SPELLING_OF: ReadonlyMap<string, string> = new Map(
  SPELLINGS.map((line) => line.split(" ").map(foldWord)).flatMap(pairWithFirst),
);

function pairWithFirst(forms: readonly string[]): [form: string, first: string][] {
  return forms.map((form) => [form, forms[0] ?? form]);
}

const CYRILLIC = /\p{Script=Cyrillic}/u;

function writeInLatin(word: string): string {
  if (!CYRILLIC.test(word)) return word;
  return [...word].map((letter) => LATIN_FOR[letter] ?? letter).join("");
}

/** Russian case endings. They are removed from both words before comparing. */
const CASE_ENDING =
  /(?:ого|его|ому|ему|ыми|ими|ой|ои|ей|еи|ым|им|ом|ем|ою|ею|ую|ая|яя|ий|ии|ый|ыи|а|у|е|ы|и|я|ю|ь|й|о)$/u;
const MIN_STEM_LENGTH = 3;

function dropCaseEnding(word: string): string {
  const stem = word.replace(CASE_ENDING, "");
  return stem.length >= MIN_STEM_LENGTH ? stem : word;
}

/**
 * Normalizes letters that spell the same sound in most languages: "ü" and "ue", "ph" and "f", a final "y" and
 * "ij".
 */
function foldSpelling(word: string): string {
  if (word.length < 5) return word.replace(/ph/g, "f").replace(/(?:iy|ij|ii|yi|y)$/, "i");
  return word
    .replace(/ae/g, "a")
    .replace(/oe/g, "o")
    .replace(/ue/g, "u")
    .replace(/ee/g, "i")
    .replace(/oo|ou/g, "u")
    .replace(/ph/g, "f")
    .replace(/ck/g, "k")
    .replace(/(?:iy|ij|ii|yi|y)$/, "i")
    .replace(/([bcdfgklmnprtvz])\1(?=.)/g, "$1");
}

const SLAVIC_END =
  /(?:y?o[vw]|off|jow|y?e[vw]|eff|[oe][vw]a|i?n|ina|[sz]k(?:y|i|iy|ii|ij|yi|yj|yy)|[sz]ka(?:ya|ja|ia)?|[vw]i(?:ch|tch|tsch|cz|c)|enko)$/;

/**
 * Matches how European languages spell the sounds written "sh", "zh", "shch", "ch", "kh" and "h" in English.
 */
const HISSED = /schtsch|shch|stsch|tsch|tch|sch|sh|zh|sz|ch|kh|cz|h/g;

/**
 * Returns the sound of a Slavic name in any language's spelling: Tchaikovsky, Tschaikowski and Chaikovskiy
 * are the same.
 */
function toSlavicSound(word: string): string | null {
  if (word.length < 5 || !SLAVIC_END.test(word)) return null;
  return word
    .replace(/[vw]i(?:ch|tch|tsch|cz|c)$/, "V")
    .replace(/(?:y?o[vw]|off|jow|y?e[vw]|eff)$/, "W")
    .replace(/[sz]k(?:y|iy|ii|ij|yi|yj|yy|i)$/, "K")
    .replace(/w/g, "v")
    .replace(HISSED, (letters) => (/^(?:s|z)/.test(letters) ? "S" : "X"))
    .replace(/ts|tz|z|^s(?=[aeiouy])/g, "Z")
    .replace(/^(?:ye|je|e)/, "E")
    .replace(/(?<=[aeiou])[yj](?=[aeiou])/g, "")
    .replace(/ay|aj/g, "ai")
    .replace(/ey|ej/g, "ei")
    .replace(/y|j/g, "i")
    .replace(/i+/g, "i")
    .replace(/([a-z])\1/g, "$1");
}

const ARABIC_MARK = /q|dh|kh|gh/;

/**
 * Returns the consonants of an Arabic name, and whether it ends with a vowel: Gaddafi, Qaddafi and Gheddafi
 * are the same.
 */
function toArabicSound(word: string): string {
  const sounds = word
    .replace(/^g(?=[ahu])/, "k")
    .replace(/q|kh|gh/g, "k")
    .replace(/dh|th/g, (pair) => pair.charAt(0))
    .replace(/ph/g, "f");
  const end = /[aeiouy]$/.test(sounds) ? "i" : "";
  return sounds.replace(/[aeiouyh]/g, "").replace(/(.)\1+/g, "$1") + end;
}

/** Letters that may start the same name in different spellings. */
const FIRST_LETTERS = ["ckqghtx", "yjieua", "vwfp", "szc", "dt"];

function mayBegin(left: string, right: string): boolean {
  const [a = "", b = ""] = [left.charAt(0), right.charAt(0)];
  return a === b || FIRST_LETTERS.some((letters) => letters.includes(a) && letters.includes(b));
}

/** Words whose lengths differ by more are not compared. */
const MAX_EDIT_DISTANCE = 5;

/**
 * Returns whether two folded words are the same name in another spelling, transliteration or case: "qaddafi"
 * and "gaddafi", "mueller" and "muller", "путина" and "putin". Names that only sound alike ("jon", "jan";
 * "smith", "smyth") are not the same.
 */
export function isSameNameWord(left: string, right: string): boolean {
  if (left === right) return true;
  if (Math.abs(left.length - right.length) > MAX_EDIT_DISTANCE || left.length < 2 || right.length < 2)
    return false;
  const cyrillic = [CYRILLIC.test(left), CYRILLIC.test(right)];
  if (cyrillic[0] && cyrillic[1]) return dropCaseEnding(left) === dropCaseEnding(right);
  if (cyrillic[0] || cyrillic[1]) {
    const [one, other] = [left, right].map((word) => (CYRILLIC.test(word) ? word : null));
    const written = one ?? other ?? "";
    const latin = one === null ? left : right;
    return [written, dropCaseEnding(written)].some((word) => isSameLatin(writeInLatin(word), latin));
  }
  return isSameLatin(left, right);
}

function isSameLatin(left: string, right: string): boolean {
  if (left === right) return true;
  const spelling = SPELLING_OF.get(left);
  if (spelling !== undefined && spelling === SPELLING_OF.get(right)) return true;
  if (!mayBegin(left, right)) return false;
  if (foldSpelling(left) === foldSpelling(right)) return true;
  const slavic = toSlavicSound(left);
  if (slavic !== null && slavic === toSlavicSound(right)) return true;
  if (left.length < 5 || right.length < 5) return false;
  return (ARABIC_MARK.test(left) || ARABIC_MARK.test(right)) && toArabicSound(left) === toArabicSound(right);
}

const FORM_OF: ReadonlyMap<string, string> = new Map(
  FORMS.map((line) => line.split(" ")).flatMap(pairWithFirst),
);

/**
 * Returns whether two given names are forms of the same name ("Tom" and "Thomas"), or one is the other's
 * initial.
 */
export function isSameGivenName(left: string, right: string): boolean {
  const a = foldWord(left);
  const b = foldWord(right);
  if (a === b) return true;
  if (a.length === 1 || b.length === 1) return a[0] === b[0];
  const form = FORM_OF.get(a);
  return form !== undefined && form === FORM_OF.get(b);
}
