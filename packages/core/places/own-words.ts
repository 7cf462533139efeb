/** Delimiters of text that someone else may have written. */
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
 * Start of text that may be pasted up to the message's end: a line that ends with a colon, a rule, two lines
 * of mail headers, or an opening quote.
 */
const PASTED =
  /[:：][ \t]*\n|\n[ \t]*[-=_*]{3,}[ \t]*(?:\n|$)|(?:^|\n)[ \t*_]*\p{L}[\p{L} -]{0,20}[*_]*[:：][^\n]*\n[ \t*_]*\p{L}[\p{L} -]{0,20}[*_]*[:：] |["“„«「『]/u;

/** Placeholder for removed words, which keeps the structure of the rest. */
const TAKEN_OUT = " … ";

/**
 * Returns what the user wrote: the message without quoted and pasted blocks. Quoted words without spaces are
 * kept, because channel names are often quoted. If it is uncertain where pasted text ends, everything after
 * its start counts as pasted.
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
