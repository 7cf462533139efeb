import { detectLanguage } from "../lexicon/detect-language.ts";
import { isCut } from "../research/evidence/quotable-spans.ts";

/*
 * Search results join sentences without a space, run headings and list numbers into them, and cut them off.
 */

/**
 * Matches a sentence mark without a space after it, where a page joined two sentences: before a long word, a
 * bullet, a number, a capitalised word that starts a sentence, or the rest of a short word that was cut
 * ("he", "ou").
 */
const GLUED =
  /(?<=(?:\p{Ll}{3}|\d{4})[.!?])(?=\p{L}(?!\p{L}{0,3}(?:[\s).,;:/]|$))|\d{1,2}\s)|(?<=(?:\p{Ll}{2}|\d{4})[.!?])(?=(?!(?:Js|Net|Com|Org|Io)\b)\p{Lu}(?:\p{Ll}*\s|\p{L}+\s))|(?<=\p{Ll}{2}[.!?])(?=(?:he|his|hen|here|hese|ou|our|nd|or|f|n|t)\s)|(?<=\s\d\.)(?=\p{Ll}{3,}\s)|(?<=\p{Ll}{3}[.!?])(?=[*•]\p{Lu}\p{Ll})/gu;
/** Matches the place after an abbreviation where the next words can only open another sentence. */
const ENDED_BY_ABBREVIATION =
  /(?<=\s(?:Inc|Ltd|Corp|Co|Jr|Sr|LLC|B\.V|N\.V|S\.A)\.\s)(?=(?:He|She|It|They|The|In)\s|\p{Lu}[\p{L}\p{N}]*\s(?:is|was|are|were|has|had|will)\s)/gu;
/** Matches an address, in which dots and marks end no sentence. */
const WITHIN_ADDRESS = /(?:^|[\s("'“])(?:www\.|\S*[/@=&]\S*)$/u;
const MAX_ADDRESS_LENGTH = 80;

/** Returns sentences with those joined by their page split up, without numbers of list items. */
export function splitJoinedSentences(sentences: readonly string[]): string[] {
  return sentences.flatMap((sentence) => {
    const glued = Array.from(sentence.matchAll(GLUED), ({ index }) => index).filter(
      (at) => !WITHIN_ADDRESS.test(sentence.slice(Math.max(0, at - MAX_ADDRESS_LENGTH), at)),
    );
    const abbreviated = Array.from(sentence.matchAll(ENDED_BY_ABBREVIATION), ({ index }) => index);
    const places = [...glued, ...abbreviated].toSorted((one, other) => one - other);
    return [0, ...places].map((from, part) => withoutListNumber(sentence.slice(from, places[part]).trim()));
  });
}

/** Matches a bullet, or the number of a list item whose full stop the page lost: "1 Preheat the oven." */
const LIST_NUMBER = /^(?:\d{1,2}\s{2,}|[*•]\s*)(?=\S)/;
function withoutListNumber(sentence: string): string {
  return sentence.replace(LIST_NUMBER, "");
}

/** Matches the same within a sentence, where a heading ran into the first item. */
const INNER_NUMBER = /^[^:]*?\S\s\d{1,2}\s{2,}(?=\p{Lu})/u;
const CAPTION_NUMBER = String.raw`(?:fig(?:ure)?\.?|table|chart|diagram|photo|page|step|method|part)\s\d{1,3}`;
/** Matches the label of a caption alone, or a caption within or before a sentence. */
const CAPTION = new RegExp(
  String.raw`^${CAPTION_NUMBER}(?:\sof\s\d{1,3})?\W*$|(?:^|\s)(?:fig(?:ure)?\.?|table|chart)\s\d{1,3}(?:[:–—]|\.(?=\s|$))`,
  "iu",
);
const ASKS = /[?؟？]["'”“’»«)\]」』）*]*$/u;
/** Matches a bracket. "1)" and "b)" may start a list item. */
const BRACKET = /\(|(?<![\p{L}\p{N}(])(\d{1,2}|\p{L})\)|\)/gu;
const ENDED = /[.!?؟۔…。！？]["'”“’»«)\]」』）*]*$/u;

/**
 * Returns the quotable words of a sentence of the evidence: the whole sentence, without a list number or a
 * heading that ran into it. Returns null if its page cut it or it contains a caption.
 */
export function findQuotableWords(sentence: string): string | null {
  const words = withoutListNumber(sentence).replace(INNER_NUMBER, "");
  const isWhole = !isCut(words, detectLanguage(words) ?? "en") && !isCutInTitle(words);
  return isWhole && !CAPTION.test(words) ? words : null;
}

/**
 * Returns whether a sentence may replace a withheld statement: its page neither cut nor joined it, and it is
 * neither a heading nor a question.
 */
export function statesSomething(sentence: string): boolean {
  return (
    ENDED.test(sentence) &&
    !ASKS.test(sentence) &&
    hasItsBrackets(sentence) &&
    findQuotableWords(sentence) !== null
  );
}

function hasItsBrackets(sentence: string): boolean {
  let open = 0;
  for (const [mark, item] of sentence.matchAll(BRACKET)) {
    if (mark === "(") open += 1;
    else if (open > 0) open -= 1;
    else if (item === undefined) return false;
  }
  return open === 0;
}

/**
 * Returns whether a page's text was cut within a title: neither `She hosted "Ready!` nor `Steady" on
 * Sundays.` is complete.
 */
function isCutInTitle(sentence: string): boolean {
  const marks = sentence.match(/(?<!\d\s?)"/g)?.length ?? 0;
  return marks % 2 === 1 && (/[!?]$/.test(sentence) || /^[^"]*[\p{L}.,!?]"(?!\p{L})/u.test(sentence));
}
