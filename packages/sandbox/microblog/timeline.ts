/** The account of a token and the actions it allows. */
export interface MicroblogToken {
  readonly account: string;
  /** `user`: OAuth 2 with a user. `app`: OAuth 2 without a user. */
  readonly kind: "user" | "app";
  readonly scopes: readonly string[];
}

/** An app's keys and an account's access token for it, used to sign with OAuth 1.0a. */
export interface OAuth1Keys {
  readonly account: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly accessToken: string;
  readonly accessTokenSecret: string;
  /** `read`: the app may not post. */
  readonly permission: "read" | "read and write";
}

export interface MicroblogPost {
  readonly id: string;
  readonly author: string;
  readonly text: string;
  readonly mediaIds: readonly string[];
  readonly replyTo?: string;
}

/** Media, uploaded completely or in part. `checks` counts the requests for its processing status. */
export interface MicroblogMedia {
  readonly id: string;
  readonly owner: string;
  readonly type: string;
  readonly category: string;
  readonly totalBytes: number;
  readonly segments: Buffer[];
  finalized: boolean;
  checks: number;
  altText?: string;
}

/** Initial content of a timeline. */
export interface TimelineSeed {
  /** User ID by account name. */
  readonly accounts: Readonly<Record<string, string>>;
  /** OAuth 2 token text → token. */
  readonly tokens: Readonly<Record<string, MicroblogToken>>;
  readonly oauth1: readonly OAuth1Keys[];
}

const FIRST_ID = 1_850_000_000_000_000_000n;

/**
 * The microblog's state: accounts, media and posts. IDs come from a counter and exceed the safe integers of a
 * number.
 */
export class Timeline {
  readonly accounts: ReadonlyMap<string, string>;
  readonly tokens: Map<string, MicroblogToken>;
  readonly oauth1: readonly OAuth1Keys[];
  /** Every post, oldest first, for tests to count. */
  readonly posts: MicroblogPost[] = [];
  readonly media = new Map<string, MicroblogMedia>();
  /** Nonces of signed requests. Each is valid only once. */
  readonly nonces = new Set<string>();
  #ids = FIRST_ID;

  constructor(seed: TimelineSeed) {
    this.accounts = new Map(Object.entries(seed.accounts));
    this.tokens = new Map(Object.entries(seed.tokens));
    this.oauth1 = seed.oauth1;
  }

  post(post: Omit<MicroblogPost, "id">): MicroblogPost {
    const posted = { ...post, id: this.#nextId() };
    this.posts.push(posted);
    return posted;
  }

  addMedia(media: Pick<MicroblogMedia, "owner" | "type" | "category" | "totalBytes">): MicroblogMedia {
    const added = { ...media, id: this.#nextId(), segments: [], finalized: false, checks: 0 };
    this.media.set(added.id, added);
    return added;
  }

  #nextId(): string {
    this.#ids += 1n;
    return String(this.#ids);
  }
}
