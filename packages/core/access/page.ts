/** One page of a list. `next` goes back in as `after`; `null` at the end. */
export interface Page<T> {
  items: T[];
  next: string | null;
}

export interface PageRequest {
  /** Position behind which to go on: the `next` of the page before. */
  after?: string | undefined;
  /** At most so many items. */
  limit: number;
}
