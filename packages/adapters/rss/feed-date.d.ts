/** See feed-date.js. */
export function feedDate(text: string, now: number): number | null;
/** A way in which feeds write dates, with one example and its instant in milliseconds. */
export const DATE_FORMS: readonly { example: string; instant: string; pattern: RegExp }[];
