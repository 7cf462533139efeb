/** Begins and ends of what somebody else may have written. */
const FENCED = /(^|\n)[ \t]*(`{3,}|~{3,})[\s\S]*?(?:\n[ \t]*\2|$)/g;
const QUOTED = [
  /"([^"\n]*)"/g,
  /“([^“”]*)”/g,
  /„([^„“”]*)[“”]/g,
  /«([^«»]*)»/g,
  /「([^「」]*)」/g,
  /『([^『』]*)』/g,
  /‘([^‘’]*)’(?!\p{L})/gu,
  /(?<![\p{L}\p{N}])'([^'\n]*)'(?![\p{L}\p{N}])/gu,
  /`([^`\n]*)`/g,
];
/**
 * Begins of what may be pasted up to the message's end: a line that ends in a colon, a rule, two lines of a
 * mail's head, an open quote.
 */
const PASTED =
  /[:：][ \t]*\n|\n[ \t]*[-=_*]{3,}[ \t]*(?:\n|$)|(?:^|\n)[ \t*_]*\p{L}[\p{L} -]{0,20}[*_]*[:：][^\n]*\n[ \t*_]*\p{L}[\p{L} -]{0,20}[*_]*[:：] |["“„«「『]/u;

/** A place for words that were taken out, so that what is left keeps its form. */
const TAKEN_OUT = " … ";

/**
 * Returns what a user wrote themselves: a message without its quoted and pasted blocks. Words in quotation
 * marks that hold no space stay, as the name of a channel is often written so. Where it is not certain what
 * was pasted, all that follows counts as pasted.
 */
export function ownWords(message: string): string {
  let text = message.replaceAll("\r\n", "\n").replace(FENCED, `$1${TAKEN_OUT}`);
  text = text.replace(/^[ \t]*[>|].*$/gm, TAKEN_OUT);
  for (const quoted of QUOTED)
    text = text.replace(quoted, (whole, inner: string) =>
      /\s/.test(inner.trim()) || inner.trim() === "" ? TAKEN_OUT : ` ${whole.slice(1, -1)} `,
    );
  const end = text.search(PASTED);
  return end < 0 ? text : text.slice(0, end);
}
