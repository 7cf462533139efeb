/** One item of a feed, as its author wrote it. */
export interface SandboxFeedItem {
  /** Unique within the feed: the last part of its page's path, too. */
  readonly slug: string;
  /** The feed's own id for the item, where it is not the slug. */
  readonly guid?: string;
  readonly title: string;
  /** HTML. */
  readonly summary: string;
  /** ISO 8601. */
  readonly publishedAt: string;
  readonly author?: string;
  readonly categories?: readonly string[];
}

/** A feed that changes: what all its dialects are written from. */
export class FeedState {
  readonly title: string;
  readonly siteUrl: string;
  #items: readonly SandboxFeedItem[];

  constructor(title: string, siteUrl: string, items: readonly SandboxFeedItem[]) {
    this.title = title;
    this.siteUrl = siteUrl;
    this.#items = items;
  }

  /** The newest first. */
  get items(): readonly SandboxFeedItem[] {
    return this.#items;
  }

  /** Publishes an item, or a new version of the one with the same slug in its place. */
  publish(item: SandboxFeedItem): void {
    const known = this.#items.some(({ slug }) => slug === item.slug);
    this.#items = known
      ? this.#items.map((old) => (old.slug === item.slug ? item : old))
      : [item, ...this.#items];
  }

  /** Lists these from now on, whatever was listed before. */
  list(items: readonly SandboxFeedItem[]): void {
    this.#items = items;
  }

  /** When its newest item was published; the epoch without any. */
  get changedAt(): Date {
    return new Date(Math.max(0, ...this.#items.map(({ publishedAt }) => Date.parse(publishedAt))));
  }

  pageOf({ slug }: SandboxFeedItem): string {
    return `${this.siteUrl}${slug}`;
  }
}
