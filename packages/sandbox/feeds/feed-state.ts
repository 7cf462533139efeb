/** One item of a feed, as its author wrote it. */
export interface SandboxFeedItem {
  /** Unique within the feed. Also the last part of the path of the item's page. */
  readonly slug: string;
  /** The item's ID in the feed, if it is not the slug. */
  readonly guid?: string;
  readonly title: string;
  /** HTML. */
  readonly summary: string;
  /** ISO 8601. */
  readonly publishedAt: string;
  readonly author?: string;
  readonly categories?: readonly string[];
}

/** A feed that changes. All formats are generated from it. */
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

  /** Publishes an item, or replaces the one with the same slug. */
  publish(item: SandboxFeedItem): void {
    const known = this.#items.some(({ slug }) => slug === item.slug);
    this.#items = known
      ? this.#items.map((old) => (old.slug === item.slug ? item : old))
      : [item, ...this.#items];
  }

  /** Replaces the whole list of items. */
  list(items: readonly SandboxFeedItem[]): void {
    this.#items = items;
  }

  /** Publication time of the newest item, or the epoch if the feed is empty. */
  get changedAt(): Date {
    return new Date(Math.max(0, ...this.#items.map(({ publishedAt }) => Date.parse(publishedAt))));
  }

  pageOf({ slug }: SandboxFeedItem): string {
    return `${this.siteUrl}${slug}`;
  }
}
