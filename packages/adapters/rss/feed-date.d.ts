/** See feed-date.js. */
export function feedDate(text: string, now: number): number | null;
/** A date format that feeds use, with an example and its instant in milliseconds. */
export const DATE_FORMS: readonly { example: string; instant: string; pattern: RegExp }[];
