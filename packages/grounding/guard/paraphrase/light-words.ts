/** Stems of verbs that say little by themselves: what follows them says it. */
const LIGHT = new Set(
  (
    "includ involv provid mean help allow make made get know known consid becom serv work use play start begin take give given need offer " +
    "featur contain requir refer describ call base locat come go went do done seem appear tend note import best famous notabl"
  ).split(" "),
);

export function isLight(stem: string): boolean {
  return LIGHT.has(stem);
}
