/** The element that shows a source of the outcome, by its place in the list. */
export const sourceId = (index: number): string => `source-${index + 1}`;
