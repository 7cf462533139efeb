const LINE_MARK = /^\s*(?:[-*+•·]|>|#{1,6}|\d{1,2}[.)])\s+/;
const EMPHASIS = /(?<![\p{L}\p{N}*_])(\*{1,3}|_{1,3}|`)(?=\S)([^*_`]+)(?<=\S)\1(?![\p{L}\p{N}*_])/gu;
const QUOTED = /^(?:["“„].+["”“]|«.+»|['‘].+['’])$/su;
/** Marks of lists, quotes and headings may stand in one another. */
const MOST_MARKS = 4;

/** The mark of a list item or a quote at the start of a line; also where nothing follows it. */
export const LIST_MARK = /^\s*(?:[-*+•·>]|\d{1,2}[.)])(?:\s+|$)/;

/** The list or quote mark that a sentence's line began with, with the space behind it. */
export function lineMarkOf(sentence: string): string {
  return LIST_MARK.exec(sentence)?.[0] ?? "";
}

/** A sentence without the list, quote and heading marks its line began with. */
export function withoutLineMarks(sentence: string): string {
  let bare = sentence;
  for (let marks = 0; marks < MOST_MARKS && LINE_MARK.test(bare); marks += 1)
    bare = bare.replace(LINE_MARK, "");
  return bare;
}

/** The words of Markdown emphasis without its marks. */
export function withoutEmphasis(sentence: string): string {
  return sentence.replace(EMPHASIS, "$2");
}

/** A sentence without the one pair of quotation marks around the whole of it. */
export function withoutQuotationMarks(sentence: string): string {
  return QUOTED.test(sentence) ? sentence.slice(1, -1).trim() : sentence;
}
