/** A token of the network and its member. */
export interface NetworkToken {
  /** The ID in the member's URN, which is also the `sub` of OpenID. */
  readonly memberId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** IDs of the organizations whose pages the member administers. */
  readonly organizations?: readonly string[];
  readonly refused?: "EXPIRED_ACCESS_TOKEN" | "REVOKED_ACCESS_TOKEN";
}

/** A post that the network accepted. `content` is the body as received. */
export interface NetworkPost {
  readonly urn: string;
  readonly author: string;
  readonly text: string;
  readonly visibility: string;
  readonly content: unknown;
}

/** The network's state: tokens and posts. URNs come from a counter. */
export class Feed {
  readonly tokens: Map<string, NetworkToken>;
  /** Every post, oldest first, for tests to count. */
  readonly posts: NetworkPost[] = [];

  constructor(tokens: Readonly<Record<string, NetworkToken>>) {
    this.tokens = new Map(Object.entries(tokens));
  }

  /** Returns the author's post with the same text. */
  duplicate({ author, text }: Pick<NetworkPost, "author" | "text">): NetworkPost | undefined {
    return this.posts.find((post) => post.author === author && post.text === text);
  }

  post(post: Omit<NetworkPost, "urn">): NetworkPost {
    const posted = { ...post, urn: `urn:li:share:${7_000_000_000_000_000_000n + BigInt(this.posts.length)}` };
    this.posts.push(posted);
    return posted;
  }
}
