import { json } from "./server/reply.ts";
import type { ScriptedServer } from "./server/scripted-server.ts";
import type { Sandbox } from "./start-sandbox.ts";

type Arguments = Record<string, unknown>;

/** Text that an encoding mistake would change. */
export const sampleText = "Grüße & <b>bold</b>, 100 % + 1";

/** URLs in the sandbox that arguments may contain. */
export interface SamplePlaces {
  /** A feed. */
  readonly feed: string;
  /** A server that accepts any path. */
  readonly webhook: string;
}

/** A call that succeeds in the sandbox. */
export interface SampleCall {
  /** Name of the account that the call uses. Omitted if the tool needs none. */
  readonly connection?: string;
  /** `made` is the result of `after`. */
  readonly args: Arguments | ((places: SamplePlaces, made: Arguments) => Arguments);
  /** A call that must be made first. */
  readonly after?: {
    readonly tool: string;
    readonly connection?: string;
    readonly args: Arguments | ((places: SamplePlaces) => Arguments);
  };
  /** Prepares the sandbox's servers. */
  setUp?(sandbox: Sandbox): void;
  /** The expected result, or a part of it. */
  readonly result: Arguments;
}

/** Means to write where a tool reads. */
export interface Planting {
  readonly sandbox: Sandbox;
  /** Makes a call that must succeed, and returns its result. */
  call(tool: string, args: Arguments): Promise<Arguments>;
}

/**
 * Samples of one tool, in the file `NAME.samples.ts` next to its definition. Tests and the documentation are
 * derived from them. No shipped code imports them.
 */
export interface ToolSamples {
  readonly tool: string;
  /** The tool's row in docs/tools.md: what it does, and whether it is retried after a lost answer. */
  readonly docs: { readonly does: string; readonly retried: string };
  /** Repeats what the definition must say, so that no promise changes unnoticed. */
  readonly promises: {
    readonly credential: "none" | "optional" | "required";
    readonly effect: "read" | "write";
    readonly idempotency: "none" | "read" | "key" | "upsert";
    readonly additive?: true;
    readonly reads: "nothing" | "own" | "outside";
    readonly reach: "nowhere" | "provider" | "caller_chosen" | "mail" | "search";
  };
  /** Arguments that the tool accepts. The first has every required argument. */
  readonly valid: readonly Arguments[];
  /** Arguments that the schema for models already refuses. */
  readonly invalid: readonly Arguments[];
  /** Arguments that the dispatcher refuses although that schema allows them. */
  readonly refused: readonly Arguments[];
  /** Calls in the sandbox by description, the plainest first. */
  readonly calls: Readonly<Record<string, SampleCall>>;
  /**
   * Writes a text where the tool will read it, and returns the arguments that read it. Required if the tool
   * reads outside text.
   */
  plant?(planting: Planting, text: string): Arguments | Promise<Arguments>;
}

/** Writes a text into the sandbox's feed, and returns its URL. */
export function plantInFeed({ sandbox }: Pick<Planting, "sandbox">, summary: string): { url: string } {
  const publishedAt = "2026-02-01T10:00:00Z";
  sandbox.feeds.feed.list([{ slug: "one", title: "News", summary, publishedAt }]);
  return { url: `${sandbox.feeds.url}/rss.xml` };
}

/** Replaces the sandbox's inbox by one mail with a text, and returns the mail's UID. */
export function plantInMail({ imap: { inbox } }: Sandbox, text: string): number {
  for (const { uid } of [...inbox.messages]) inbox.expunge(uid);
  const uid = inbox.uidNext;
  const from = "Mallory <mallory@evil.example>";
  inbox.add({ from, subject: text, text, messageId: `<${uid}@mail.example>` });
  return uid;
}

/** Makes a server answer with an item that has a text as its title. Returns the arguments that read it. */
export function plantInAnswer(server: ScriptedServer, title: string): Arguments {
  server.scriptAlways("GET", json({ id: "42", title }));
  return { id: "42" };
}
