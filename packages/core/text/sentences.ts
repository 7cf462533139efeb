/** Abbreviations whose full stop does not end a sentence, lower case, without the stop. */
const ABBREVIATIONS = new Set(
  (
    "mr mrs ms mx dr prof rev fr sr jr st hon gen col capt cmdr lt maj sgt pvt adm gov sen rep pres supt mt ft vs etc al no nos vol " +
    "vols ed eds pp fig figs art ch cf ca c b d r née approx est dept univ inc ltd corp co bros llc e.g i.e a.m p.m jan feb mar apr jun " +
    "jul aug sep sept oct nov dec mon tue tues wed thu thur fri sat sun ph.d m.d u.s u.k u.n d.c"
  ).split(" "),
);

/** Abbreviations that do end a sentence as often as not: what follows decides alone. */
const OPEN_ENDED = new Set("etc inc ltd corp co jr sr a.m p.m u.s u.k u.n d.c ph.d m.d bros llc".split(" "));

/** Words that start a sentence rather than carry on a name or an abbreviation. */
const SENTENCE_STARTERS = new Set(
  "the a an he she it they his her its their this that these those in on at after before during since when while as but and however i we".split(
    " ",
  ),
);

/** Neither is tried from inside a run of its own first characters: that would take the square of the run's length. */
const CUT = /(?<!\s)\s*\[(?:\.\.\.|…)\]\s*/g;
const TERMINATOR = /(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s)|[。！？]+[」』”]*/gu;

function wordBefore(text: string, end: number): string {
  return /[\p{L}\p{N}.'’]*$/u.exec(text.slice(Math.max(0, end - 24), end))?.[0] ?? "";
}

function endsSentence(text: string, at: number, mark: string): boolean {
  const rest = text.slice(at + mark.length).trimStart();
  if (!/^["'“‘«([]*[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(rest))
    return /[!?。！？]/u.test(mark) && !/^["'”’)]*\p{Ll}/u.test(rest);
  if (!mark.startsWith(".") || mark.startsWith("..")) return true;
  const word = wordBefore(text, at);
  const folded = word.toLowerCase();
  const next = /^[\p{L}]+/u.exec(rest)?.[0]?.toLowerCase() ?? "";
  if (OPEN_ENDED.has(folded)) return SENTENCE_STARTERS.has(next);
  if (ABBREVIATIONS.has(folded)) return false;
  // An initial ("J.", "A.S."): the sentence goes on unless a plain function word starts the next one.
  if (/^(?:\p{Lu}\.)*\p{Lu}$/u.test(word)) return SENTENCE_STARTERS.has(next) && word !== "A";
  return true;
}

function splitPart(part: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of part.matchAll(TERMINATOR)) {
    if (!endsSentence(part, match.index, match[0])) continue;
    const end = match.index + match[0].length;
    sentences.push(part.slice(start, end).trim());
    start = end;
  }
  sentences.push(part.slice(start).trim());
  return sentences.filter((sentence) => sentence !== "");
}

/**
 * The sentences of a text in order, each a verbatim substring of it without outer white space. Abbreviations, initials and decimals
 * do not end a sentence. The mark of a cut quote (`[...]`) always does, and is the only thing besides white space that is left out.
 */
export function splitSentences(text: string): string[] {
  return text.split(CUT).flatMap(splitPart);
}
