/** Stems with little meaning of their own. The words after them carry the meaning. */
const LIGHT = new Set(
  (
    "includ involv provid mean help allow make made get know known consid becom serv work use play start begin take give given need offer " +
    "featur contain requir refer describ call base locat come go went do done seem appear tend note import best famous notabl"
  ).split(" "),
);

export function isLight(stem: string): boolean {
  return LIGHT.has(stem);
}

const NOT_ADVERBS = new Set(
  "apply supply rely reply family fly imply multiply comply july assembly italy ally ugly early only".split(
    " ",
  ),
);

/** Returns whether a word is an adverb such as "quickly". "apply" and "family" only have the same ending. */
export function isAdverb(word: string): boolean {
  return word.endsWith("ly") && !NOT_ADVERBS.has(word);
}

const DETERMINERS = new Set("a an the his her its their".split(" "));

/** Returns whether a noun follows a word: "the", "his". */
export function isDeterminer(word = ""): boolean {
  return DETERMINERS.has(word);
}
