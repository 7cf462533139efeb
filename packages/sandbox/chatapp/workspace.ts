/** A token of the workspace and its member. */
export interface ChatappToken {
  readonly kind: "bot" | "user";
  /** The member that this token posts as. */
  readonly userId: string;
  readonly scopes: readonly string[];
  revoked?: boolean;
}

/** A member. The IDs of people start with U or W. */
export interface ChatappUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly deleted?: boolean;
  readonly isBot?: boolean;
}

/** A channel. Its ID starts with C. `isMember` is true if the workspace's tokens have joined it. */
export interface ChatappChannel {
  readonly id: string;
  readonly name: string;
  readonly isMember: boolean;
  readonly isArchived?: boolean;
  readonly isPrivate?: boolean;
}

/** An open conversation of two people (ID D…) or more (ID G…). */
export interface DirectConversation {
  readonly id: string;
  readonly members: readonly string[];
}

/** A message that the workspace accepted. `arguments` holds all arguments of the call as text. */
export interface PostedMessage {
  readonly channel: string;
  readonly ts: string;
  readonly user: string;
  readonly text: string;
  readonly threadTs?: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** Initial content of a workspace. */
export interface WorkspaceSeed {
  /** Token text → token. */
  readonly tokens: Readonly<Record<string, ChatappToken>>;
  readonly users: readonly ChatappUser[];
  readonly channels: readonly ChatappChannel[];
}

/**
 * The chat app's state: members, channels, open conversations and messages. IDs and timestamps come from
 * counters.
 */
export class ChatWorkspace {
  readonly teamId = "T0SANDBOX";
  readonly teamName = "Sandbox";
  readonly tokens: Map<string, ChatappToken>;
  readonly users: readonly ChatappUser[];
  readonly channels: readonly ChatappChannel[];
  readonly conversations: DirectConversation[] = [];
  /** Every message posted, oldest first, for tests to count. */
  readonly messages: PostedMessage[] = [];

  constructor(seed: WorkspaceSeed) {
    this.tokens = new Map(Object.entries(seed.tokens).map(([text, token]) => [text, { ...token }]));
    this.users = seed.users;
    this.channels = seed.channels;
  }

  /** Makes a revoked token valid again. */
  restoreToken(text: string): void {
    const token = this.tokens.get(text);
    if (token) token.revoked = false;
  }

  user(id: string): ChatappUser | undefined {
    return this.users.find((user) => user.id === id);
  }

  userByEmail(email: string): ChatappUser | undefined {
    return this.users.find((user) => user.email.toLowerCase() === email.toLowerCase());
  }

  /** Finds a channel by ID, or by name with or without `#`. */
  channel(idOrName: string): ChatappChannel | undefined {
    const name = idOrName.replace(/^#/, "");
    return this.channels.find((channel) => channel.id === idOrName || channel.name === name);
  }

  /** Returns the conversation of exactly these people and opens it if necessary. */
  openConversation(members: readonly string[]): { conversation: DirectConversation; alreadyOpen: boolean } {
    const sorted = [...new Set(members)].sort();
    const open = this.conversations.find((conversation) => conversation.members.join() === sorted.join());
    if (open !== undefined) return { conversation: open, alreadyOpen: true };
    const prefix = sorted.length > 2 ? "G" : "D";
    const number = String(this.conversations.length + 1).padStart(8, "0");
    const conversation = { id: `${prefix}${number}`, members: sorted };
    this.conversations.push(conversation);
    return { conversation, alreadyOpen: false };
  }

  post(message: Omit<PostedMessage, "ts">): PostedMessage {
    const posted = { ...message, ts: `${1_770_000_000 + this.messages.length}.000100` };
    this.messages.push(posted);
    return posted;
  }
}
