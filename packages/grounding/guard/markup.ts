const LINE_MARK = /^\s*(?:[-*+•·]|>|#{1,6}|\d{1,2}[.)])\s+/;
const EMPHASIS = /(?<![\p{L}\p{N}*_])(\*{1,3}|_{1,3}|`)(?=\S)([^*_`]+)(?<=\S)\1(?![\p{L}\p{N}*_])/gu;
const QUOTED = /^(?:["“„].+["”“]|«.+»|['‘].+['’])$/su;
/** Maximum nesting of list, quote and heading marks. */
const MAX_MARKS = 4;

/** Matches the mark of a list item or a quote at the start of a line, even if nothing follows it. */
export const LIST_MARK = /^\s*(?:[-*+•·>]|\d{1,2}[.)])(?:\s+|$)/;

/** Returns the list or quote mark at the start of a sentence's line, with the space after it. */
export function findLineMark(sentence: string): string {
  return LIST_MARK.exec(sentence)?.[0] ?? "";
}

/** Returns a sentence without the list, quote and heading marks at the start of its line. */
export function removeLineMarks(sentence: string): string {
  let bare = sentence;
  for (let marks = 0; marks < MAX_MARKS && LINE_MARK.test(bare); marks += 1)
    bare = bare.replace(LINE_MARK, "");
  return bare;
}

/** Returns text without the marks of Markdown emphasis. */
export function removeEmphasis(sentence: string): string {
  return sentence.replace(EMPHASIS, "$2");
}

/** Returns a sentence without the quotation marks around the whole of it. */
export function removeQuotationMarks(sentence: string): string {
  return QUOTED.test(sentence) ? sentence.slice(1, -1).trim() : sentence;
}
