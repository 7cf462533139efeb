export const LATIN = ["en", "de", "es", "tr", "fr", "it", "pt", "nl"] as const;

export type LatinLanguage = (typeof LATIN)[number];

/**
 * Letters of Persian, Urdu, Pashto and Kurdish that Arabic does not have. A name in an Arabic text may have
 * one.
 */
export const NOT_ARABIC = /[پچژگکیہےٹڈڑںۆێەڕڵښځټډ]/g;

/** Letters of Ukrainian, Belarusian, Serbian, Macedonian, Kazakh and others. */
export const NOT_RUSSIAN = /[іїєґўјљњђћџѓќѕәғқңөұүһҷӣӯ]/gi;

export const NOT_RUSSIAN_WORDS =
  /(?<!\p{L})(?:кой|коя|кои|какво|къде|кога|защо|това|той|тя|беше|със|със|са|се|от)(?!\p{L})/giu;

/**
 * Function words of other languages written in Latin letters. Without this list, they would be taken for a
 * language with word lists.
 */
export const OTHER_LATIN = new Set(
  (
    "och att det som av ar inte pa med ett jag ikke og til hvad hvem hvor paa ble var ogsa i er en den de han hun " +
    "jest nie sie na ze do ktory ktora byl byla oraz przez kto co gdzie kiedy je byl jako kdo kde ktery ktera ve za a nebo " +
    "egy az hogy nem volt aki ami mint ki hol mikor es este care sunt fost pentru din cine unde cand si nu " +
    "yang dan dengan untuk adalah dari pada ini itu siapa apa kapan dimana tidak va la cua nhung trong mot khong nguoi ai gi " +
    "ja on oli joka mika missa milloin kuka mutta ei els amb una per que va ser son aquest"
  ).split(" "),
);

/** Letters that only some languages use, each with the languages it is evidence for. */
export const LETTERS: readonly (readonly [RegExp, readonly LatinLanguage[]])[] = [
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

export const OTHER_LETTERS =
  /[åøæłąęśżźćőűřůěčšžďťňľĺŕșțăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệịỉĩọỏốồổỗộớờởỡợụủũứừửữựỳỷỹỵāēīūģķļņėįų]/g;

/** Word endings, folded, that are common in one language and rare in the others. */
export const ENDINGS: Record<LatinLanguage, string> = {
  en: "ing ness ful ship ed ly ought ight",
  de: "ung ungen keit heit lich liche lichen schaft isch ische ischen",
  es: "cion ciones dad dades miento aron ieron",
  tr: "lar ler lari leri larin lerin mis misti mek mak acak ecek digi dir nin nun sinda sinde yor",
  fr: "tion eux euse ment ique iere aient erent",
  it: "zione zioni aggio mente arono irono ita",
  pt: "cao coes dade dades mento aram eram",
  nl: "heid lijk lijke ingen isch sche aar tje",
};
