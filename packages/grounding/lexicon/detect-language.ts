import { memoize } from "../text/memoize.ts";
import type { Language } from "./language.ts";
import { getLexicon } from "./lexicon.ts";
import { OTHER_LATIN } from "./names.ts";
import { foldWord } from "./word-lists.ts";

const LATIN = ["en", "de", "es", "tr", "fr", "it", "pt", "nl"] as const;
type LatinLanguage = (typeof LATIN)[number];

/**
 * Letters of Persian, Urdu, Pashto and Kurdish that Arabic does not have. A name in an Arabic text may have
 * one.
 */
const NOT_ARABIC = /[پچژگکیہےٹڈڑںۆێەڕڵښځټډ]/g;

/** Letters of Ukrainian, Belarusian, Serbian, Macedonian, Kazakh and others. */
const NOT_RUSSIAN = /[іїєґўјљњђћџѓќѕәғқңөұүһҷӣӯ]/gi;

const NOT_RUSSIAN_WORDS =
  /(?<!\p{L})(?:кой|коя|кои|какво|къде|кога|защо|това|той|тя|беше|със|със|са|се|от)(?!\p{L})/giu;

/** Letters that only some languages use, each with the languages it is evidence for. */
const LETTERS: readonly (readonly [RegExp, readonly LatinLanguage[]])[] = [
  [/ß/g, ["de"]],
  [/ñ/g, ["es"]],
  [/[ığşİ]/g, ["tr"]],
  [/[ãõ]/g, ["pt"]],
  [/[èêëîœûù]/g, ["fr"]],
  [/[ìò]/g, ["it"]],
  [/ä/g, ["de"]],
  [/[öü]/g, ["de", "tr"]],
  [/ç/g, ["fr", "pt", "tr"]],
  // French uses it far more than the others do.
  [/é/g, ["fr", "fr", "es", "pt"]],
  [/[íóú]/g, ["es", "pt"]],
];

const OTHER_LETTERS =
  /[åøæłąęśżźćőűřůěčšžďťňľĺŕșțăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệịỉĩọỏốồổỗộớờởỡợụủũứừửữựỳỷỹỵāēīūģķļņėįų]/g;

/** Code units to read: enough for a reliable result, and a limit on the cost of long texts. */
const READ = 1_000;

/** Number of Latin letters that one character of these scripts counts for. */
const LETTERS_PER_CHARACTER = 2.5;

/**
 * Returns the language of a text by its script. If several languages share the script, function words and
 * diacritics decide. Returns null if the language is uncertain or has no word lists. A foreign name does not
 * change the language of its sentence.
 */
export function detectLanguage(text: string): Language | null {
  return detectInSample(text.slice(0, READ));
}

const detectInSample = memoize((sample): Language | null => {
  const scripts = countScripts(sample);
  const other = Math.max(
    scripts.arabic,
    scripts.cyrillic,
    LETTERS_PER_CHARACTER * (scripts.han + scripts.kana),
    LETTERS_PER_CHARACTER * scripts.hangul,
  );
  if (other === 0) return detectLatinLanguage(sample, 1);
  // A few foreign letters in a Latin sentence are a name. So are Latin letters without a function word.
  const latin = scripts.latin > 0 ? detectLatinLanguage(sample, other > scripts.latin ? 2 : 1) : null;
  if (latin !== null && other <= 2 * scripts.latin) return latin;
  if (other * 4 < scripts.latin) return null;
  if (scripts.arabic === other) return detectArabicScript(sample, scripts.arabic);
  if (scripts.cyrillic === other) return detectCyrillicScript(sample, scripts.cyrillic);
  if (LETTERS_PER_CHARACTER * scripts.hangul === other) return "ko";
  // A Chinese text may quote a Japanese word, but a Japanese text is full of kana.
  return scripts.kana * 10 > scripts.han ? "ja" : "zh";
});

interface ScriptCounts {
  latin: number;
  arabic: number;
  cyrillic: number;
  han: number;
  kana: number;
  hangul: number;
}

const SCRIPTS: readonly (readonly [keyof ScriptCounts, RegExp])[] = [
  ["latin", /\p{Script=Latin}/gu],
  ["arabic", /\p{Script=Arabic}/gu],
  ["cyrillic", /\p{Script=Cyrillic}/gu],
  ["han", /\p{Script=Han}/gu],
  ["kana", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["hangul", /\p{Script=Hangul}/gu],
];

const NOT_LATIN = /[\u0370-\u1DFF\u1F00-\u1FFF\u2C00-\uFFFF]/;

function countScripts(text: string): ScriptCounts {
  const counts: ScriptCounts = { latin: 0, arabic: 0, cyrillic: 0, han: 0, kana: 0, hangul: 0 };
  if (!NOT_LATIN.test(text)) return counts;
  for (const [script, pattern] of SCRIPTS) counts[script] = text.match(pattern)?.length ?? 0;
  return counts;
}

function detectArabicScript(text: string, letters: number): Language | null {
  const foreign = text.match(NOT_ARABIC)?.length ?? 0;
  return foreign > 1 && foreign > 0.02 * letters ? null : "ar";
}

function detectCyrillicScript(text: string, letters: number): Language | null {
  if ((text.match(NOT_RUSSIAN)?.length ?? 0) > 0.01 * letters) return null;
  if (/[ыэё]/i.test(text)) return "ru";
  // Bulgarian has no letters of its own, only words of its own.
  return (text.match(NOT_RUSSIAN_WORDS)?.length ?? 0) > 0 &&
    /(?<!\p{L})(?:е|на|се|са|кой|коя|какво)(?!\p{L})/iu.test(text) &&
    !/(?<!\p{L})(?:и|в|не|что|как|кто|это|был|была|он|она|его)(?!\p{L})/iu.test(text)
    ? null
    : "ru";
}

/** Weight of a letter that only some languages use, shared by them. A function word weighs 1. */
const LETTER_WEIGHT = 0.4;
/** Maximum number of times that a word counts for its letters. */
const MAX_BY_LETTERS = 2;
/** Only Spanish begins a question or an exclamation with a mark. */
const SPANISH_MARK_WEIGHT = 1.5;
const MAX_ENDING_LENGTH = 6;
const ENDING_WEIGHT = 0.25;
const COMMON_WEIGHT = 0.7;
/** Share of a word's weight that counts if the word is written without its diacritics. */
const FOLDED_SHARE = 0.7;

/** Minimum score. One third of the weight of a word that only one language has. */
const MIN_SHARE = 0.3;
/** Factor by which the best language must outscore the next one and all unsupported languages. */
const LEAD = 1.05;

let entries: ReadonlyMap<string, readonly (readonly [LatinLanguage, number])[]> | undefined;

/**
 * Returns the languages of each listed word and its weight for each; the weight falls with the number of
 * languages. A word with diacritics is entered both as written ("è" is Italian) and folded, because many
 * people leave diacritics out.
 */
function loadWordTable(): ReadonlyMap<string, readonly (readonly [LatinLanguage, number])[]> {
  if (entries !== undefined) return entries;
  const table = new Map<string, Map<LatinLanguage, number>>();
  const enter = (word: string, language: LatinLanguage, weight: number): void => {
    const listed = table.get(word) ?? new Map<LatinLanguage, number>();
    listed.set(language, Math.max(weight, listed.get(language) ?? 0));
    table.set(word, listed);
  };
  for (const language of LATIN) {
    const { stopWords, common } = getLexicon(language).words;
    for (const [list, weight] of [
      [stopWords, 1],
      [common, COMMON_WEIGHT],
    ] as const)
      for (const word of list.split(" ")) {
        enter(word, language, weight);
        enter(foldWord(word), language, foldWord(word) === word ? weight : weight * FOLDED_SHARE);
      }
  }
  entries = new Map(
    Array.from(table, ([word, listed]) => {
      const sharers = listed.size + (OTHER_LATIN.has(word) ? 1 : 0);
      const share = word.length === 1 && word === foldWord(word) ? 2 * sharers : sharers;
      return [word, Array.from(listed, ([language, weight]) => [language, weight / share] as const)];
    }),
  );
  return entries;
}

const endings = new Map<string, LatinLanguage[]>();
for (const language of LATIN)
  for (const ending of (getLexicon(language).endings ?? "").split(" "))
    endings.set(ending, [...(endings.get(ending) ?? []), language]);

function listLanguagesByEnding(word: string): ReadonlySet<LatinLanguage> {
  const found = new Set<LatinLanguage>();
  for (let length = 2; length <= MAX_ENDING_LENGTH; length += 1)
    for (const language of endings.get(word.slice(-length)) ?? []) found.add(language);
  return found;
}

const WORD = /[\p{L}\p{M}]+(?:['’ʼ]\p{L}+)*/gu;
const APOSTROPHE = /['’ʼ]/;
/** Matches most texts. The pattern for all scripts takes several times as long. */
const PLAIN = /^[\0-\x7F]*$/;
const PLAIN_WORD = /[A-Za-z]+(?:'[A-Za-z]+)*/g;

/** Detects a language in Latin letters. A higher `least` requires more evidence. */
function detectLatinLanguage(text: string, least: number): Language | null {
  const scores = new Map<LatinLanguage | "other", number>();
  const add = (language: LatinLanguage | "other", weight: number): void => {
    scores.set(language, (scores.get(language) ?? 0) + weight);
  };
  if (/[¿¡]/.test(text)) add("es", SPANISH_MARK_WEIGHT);
  const isPlain = PLAIN.test(text);
  const found = isPlain ? text.match(PLAIN_WORD) : text.normalize("NFC").match(WORD);
  for (const raw of found ?? [])
    for (const part of APOSTROPHE.test(raw) ? raw.split(APOSTROPHE) : [raw])
      for (const [language, weight] of weighWord(part)) add(language, weight);
  const ranked = [...scores].toSorted((one, other) => other[1] - one[1]);
  const [first, second] = ranked;
  if (first === undefined || first[0] === "other" || first[1] < MIN_SHARE * least) return null;
  return second !== undefined && first[1] < LEAD * second[1] ? null : first[0];
}

type WordWeights = readonly (readonly [LatinLanguage | "other", number])[];

const MAX_CACHED = 5_000;
/** Longest word to cache. A longer slice would keep the whole original text in memory. */
const MAX_CACHED_LENGTH = 12;
const readBefore = new Map<string, WordWeights>();

/** Returns the languages and weights of a word. Cached, because a few words make up most of every text. */
function weighWord(raw: string): WordWeights {
  const known = readBefore.get(raw);
  if (known !== undefined) return known;
  const said: [LatinLanguage | "other", number][] = [];
  readWord(raw, loadWordTable(), (language, weight) => said.push([language, weight]));
  if (raw.length > MAX_CACHED_LENGTH) return said;
  if (readBefore.size >= MAX_CACHED) readBefore.clear();
  readBefore.set(raw, said);
  return said;
}

function readWord(
  raw: string,
  table: ReadonlyMap<string, readonly (readonly [LatinLanguage, number])[]>,
  add: (language: LatinLanguage | "other", weight: number) => void,
): void {
  const word = foldWord(raw);
  const listed = table.get(raw.toLowerCase()) ?? table.get(word);
  for (const [language, weight] of listed ?? []) add(language, weight);
  if (OTHER_LATIN.has(word)) add("other", 1 / (1 + (listed?.length ?? 0)));
  // A capital letter may start a name, which keeps the spelling of its own country.
  const share = /^\p{Lu}/u.test(raw) ? 0.25 : 1;
  if (listed === undefined && word.length > 4)
    for (const language of listLanguagesByEnding(word)) add(language, share * ENDING_WEIGHT);
  if (/^[A-Za-z]*$/.test(raw)) return;
  for (const [letters, languages] of LETTERS) {
    const found = Math.min(MAX_BY_LETTERS, raw.toLowerCase().match(letters)?.length ?? 0);
    for (const language of languages) add(language, (share * LETTER_WEIGHT * found) / languages.length);
  }
  const foreign = Math.min(MAX_BY_LETTERS, raw.toLowerCase().match(OTHER_LETTERS)?.length ?? 0);
  add("other", 2 * share * LETTER_WEIGHT * foreign);
}
