const ISO_START = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/;
const RFC_1123 = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})$/;

/**
 * The day a page was published as YYYY-MM-DD, from an ISO date or time (the day as written) or an RFC 1123 date.
 * `undefined` for everything else: a guess at a date would be worse than none.
 */
export function publishedDate(text: string | undefined): string | undefined {
  const day = text === undefined ? undefined : ISO_START.exec(text)?.[1];
  if (day !== undefined) return Number.isNaN(Date.parse(day)) ? undefined : day;
  if (text === undefined || !RFC_1123.test(text) || Number.isNaN(Date.parse(text))) return undefined;
  return new Date(Date.parse(text)).toISOString().slice(0, 10);
}
