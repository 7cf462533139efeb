/** A token of the network and the member it belongs to. */
export interface NetworkToken {
  /** The id in the member's URN, which is the `sub` of OpenID. */
  readonly memberId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Ids of organizations whose page the member administers. */
  readonly organizations?: readonly string[];
  readonly refused?: "EXPIRED_ACCESS_TOKEN" | "REVOKED_ACCESS_TOKEN";
}

/** A post the network took; `content` is the body as it came. */
export interface NetworkPost {
  readonly urn: string;
  readonly author: string;
  readonly text: string;
  readonly visibility: string;
  readonly content: unknown;
}

/** The network's state: its tokens and what was posted. URNs come from a counter. */
export class Feed {
  readonly tokens: Map<string, NetworkToken>;
  /** Every post, oldest first: what tests count. */
  readonly posts: NetworkPost[] = [];

  constructor(tokens: Readonly<Record<string, NetworkToken>>) {
    this.tokens = new Map(Object.entries(tokens));
  }

  /** The author's post with the same text. */
  duplicate({ author, text }: Pick<NetworkPost, "author" | "text">): NetworkPost | undefined {
    return this.posts.find((post) => post.author === author && post.text === text);
  }

  post(post: Omit<NetworkPost, "urn">): NetworkPost {
    const posted = { ...post, urn: `urn:li:share:${7_000_000_000_000_000_000n + BigInt(this.posts.length)}` };
    this.posts.push(posted);
    return posted;
  }
}
