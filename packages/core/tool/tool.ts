import type * as z from "zod";
import type { CredentialOwner, Scope } from "../access/caller.ts";
import type { Secret } from "../access/secret.ts";
import type { Clock, Deadline } from "../clock/clock.ts";
import type { CredentialFit } from "../credentials/kinds.ts";
import type { OpenCredential } from "../credentials/resolver.ts";
import type { HttpRequest, HttpResponse } from "../egress/http-message.ts";
import type { Destination, MailSender, ResolvedName } from "./destination.ts";

/** Stable codes of the four reasons for which research refuses to answer. */
export const RESEARCH_REFUSALS = [
  "research_not_configured",
  "research_insufficient_evidence",
  "research_ambiguous_name",
  "research_provider_failure",
] as const;

export type ResearchRefusal = (typeof RESEARCH_REFUSALS)[number];

/** Effect of a tool: `write` changes something, `read` does not. */
export type Effect = "read" | "write";

/**
 * Why repeating a request is safe if it got no response. `read`: it only reads. `key`: it carries a key by
 * which the provider recognizes repeats. `upsert`: it overwrites by a natural key. `none`: it is not safe.
 */
export type Idempotency = "read" | "key" | "upsert" | "none";

/**
 * Author of the text in a tool's result. `outside`: possibly a stranger, as in mail, a feed or a search
 * result. `own`: the tenant or the provider itself. `nothing`: the result has only IDs and addresses.
 */
export type Reads = "outside" | "own" | "nothing";

/** The account of a call: its kind and the label that its owner chose. */
export interface DestinationAccount {
  kind: string;
  label: string;
}

/**
 * The credentials that a tool uses. `required`: if the call gives no ID, uses the tenant's only matching
 * credential. `optional`: uses a credential only if the call gives its ID.
 */
export type CredentialNeed =
  | { use: "none" }
  | ({ use: "required" } & CredentialFit)
  | ({ use: "optional" } & CredentialFit);

/** Permitted targets of a tool's requests. */
export type Reach =
  | { to: "nowhere" }
  /**
   * Requests go to base URLs set by the operator. The header `requestIdHeader` of a response contains the
   * provider's ID of the request. `fetches` is an argument with URLs that are fetched first, through the
   * guard.
   */
  | { to: "provider"; baseUrls: readonly string[]; requestIdHeader?: string; fetches?: string }
  /** Requests go to the URL in this argument, through the guard. */
  | { to: "caller_chosen"; argument: string }
  /** Requests go to mail servers: the operator's for OAuth kinds, otherwise, guarded, the credential's. */
  | { to: "mail" }
  /** Requests go to the configured search backends, each restricted to its base URLs. */
  | { to: "search" };

/** An HTTP request by an action. The dispatcher adds the timeout and the abort signal. */
export type ActionRequest = Omit<HttpRequest, "timeoutMs" | "signal">;

/**
 * The context that an action receives with its arguments. Actions throw one of the four adapter errors or
 * ToolRefusal. They never retry and never log.
 */
export interface ActionContext<Credential = OpenCredential | undefined> extends CredentialOwner {
  credential: Credential;
  http: { send(request: ActionRequest): Promise<HttpResponse> };
  /**
   * Sends guarded requests to the URLs in the argument `reach.fetches`. Refuses all requests of tools without
   * `fetches`.
   */
  guarded: { send(request: ActionRequest): Promise<HttpResponse> };
  clock: Clock;
  /** The same in all attempts of a call. Send it to providers that support idempotency keys. */
  idempotencyKey: string;
  /**
   * Runs a step at most once per call, even if a later step fails and the call is retried. The result is
   * stored under `step` until the call ends. A step that throws is not stored.
   */
  once<Result>(step: string, run: () => Promise<Result>): Promise<Result>;
  /**
   * Returns true if an earlier attempt of a write got a 5xx or similar response and may have taken effect.
   */
  mayHaveWritten(): boolean;
  /** Records that the provider confirmed such a write: it was carried out exactly once. */
  foundWritten(): void;
  /**
   * Records that a request may now reach the network. Failures before this do not count as attempts. `http`
   * and `guarded` call it themselves.
   */
  noteReach(): void;
  /** Records that an argument was interpreted as a different value than was sent. Results list it. */
  corrected(argument: string): void;
  /** Reports the tool's next step as a short message for people. */
  tellProgress(message: string): void;
  /** Adds another secret of this call, such as part of a token, to redact in results, errors and the log. */
  conceal(secret: Secret): void;
  /** Redacts the call's secrets in outside text. Call it before truncating the text. */
  redact(text: string): string;
  /** Time limit of one HTTP request in milliseconds. `http` applies it automatically. */
  timeoutMs: number;
  /** The whole call must finish before this deadline. */
  deadline: Deadline;
  signal: AbortSignal | undefined;
}

/**
 * A provider's predicted response in a preview. Unknown values are placeholders such as `<id of the user>`.
 */
export interface PreviewAnswer {
  /** Defaults to 200. */
  status?: number;
  /** Names in lower case. */
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. A Buffer is sent unchanged; it represents a file with unknown content. */
  body: unknown;
  /**
   * Maps made-up values in the response, needed where the tool requires a certain format, to placeholders.
   * Later requests show the placeholder wherever the made-up value is a whole value or a path segment.
   */
  standIns?: Readonly<Record<string, string>>;
}

/** A text of a call in the form in which its reader will see it. */
export interface ReadableText {
  /** The argument that holds it. */
  argument: string;
  /** `markdown` has headings, lists and links. `plain` has only line breaks. */
  form: "markdown" | "plain";
  text: string;
  /** Markdown as one line without its marks, for titles. */
  line?: string;
}

/** Something that a call changes or removes, before and after. */
export interface Change {
  /** The name by which people know it, such as a contact's address. */
  thing: string;
  effect: "created" | "changed" | "removed";
  /** The fields that the call would change, as text. `null` means that a field is empty. */
  fields: readonly ChangedField[];
}

interface ChangedField {
  name: string;
  before: string | null;
  after: string | null;
}

/** Lists the changes of a call, with the state at the time when the call was made. */
export interface ShownChanges {
  changes: readonly Change[];
  /** Why the present state could not be read; `null` if it was read. */
  unread_because: string | null;
}

/** A request in a preview: an HTTP request, or one of another protocol as JSON. Contains no secrets. */
export type PlannedRequest = ActionRequest | { protocol: "smtp" | "imap"; [detail: string]: unknown };

/** A registered tool, independent of its argument types. Created by `defineTool`. */
export interface Tool {
  readonly name: string;
  /** Name shown to people instead of `name`. */
  readonly title: string;
  /**
   * Template that describes a call to people, with its verb in the present and past tense: `Post|Posted to
   * {channel}[: {text}]`. Braces contain argument paths. A part in brackets is omitted if its argument is
   * missing.
   */
  readonly sentence?: string;
  readonly description: string;
  /** Strict: unknown arguments are refused. */
  readonly input: z.ZodObject;
  /** Arguments of a typical call. Shown in docs/tools.md and by `plumbline tool show`. */
  readonly example?: Readonly<Record<string, unknown>> | undefined;
  /** Only described, never checked. A large one is `z.lazy`, so that a cold start does not build it. */
  readonly output: z.ZodType;
  readonly credential: CredentialNeed;
  /** Scopes that a caller needs in addition to the one for calling tools. */
  readonly scopes: readonly Scope[];
  readonly effect: Effect;
  readonly idempotency: Idempotency;
  /**
   * True for a write that only adds something and notifies nobody: it sends no messages and overwrites or
   * deletes nothing.
   */
  readonly additive: boolean;
  readonly reach: Reach;
  readonly reads: Reads;
  /**
   * Returns the destinations and people that a call with these arguments reaches, and what it creates,
   * changes or deletes. For a tool that only reads, returns the URLs that the caller chose to fetch.
   */
  destinations?(
    input: Record<string, unknown>,
    account: DestinationAccount | undefined,
  ): readonly Destination[] | Promise<readonly Destination[]>;
  /** Returns the argument values that the provider resolved to IDs, according to the result. */
  resolved?(result: unknown, input: Record<string, unknown>): readonly ResolvedName[];
  senders?(result: unknown): readonly MailSender[];
  /**
   * Arguments that only identify a target: addresses, IDs, names of existing things, times, choices. A path
   * such as "contacts.email" refers to a field, also within lists. The word "null" in such an argument counts
   * as omitted. In a grounded run, the answer guard checks all other values of a write, because people will
   * read them.
   */
  readonly identifiers: readonly string[];
  /** True if a page's cursor is the ID of its last item, so that a page may be cut after any item. */
  readonly cursorIsId?: boolean;
  run(input: Record<string, unknown>, context: ActionContext): Promise<unknown>;
  /** Returns the scopes that these arguments need in addition to `scopes`. */
  scopesOf?(input: Record<string, unknown>): readonly Scope[];
  /**
   * Predicts the provider's response to the request at `index` (from 0), so that a preview can show the next
   * request. The preview stops if this returns `undefined`. Only for tools that send several requests.
   */
  previewAnswer?(
    request: ActionRequest,
    index: number,
    input: Record<string, unknown>,
  ): PreviewAnswer | undefined;
  /** Returns the requests that the tool would send. Required if it does not send them through its context. */
  preview?(input: Record<string, unknown>, context: ActionContext): Promise<readonly PlannedRequest[]>;
  /**
   * Reads the things that a call would overwrite or remove, so that a person who approves it sees each field
   * before and after. May only read, from the tool's own provider.
   */
  changes?(input: Record<string, unknown>, context: ActionContext): Promise<readonly Change[]>;
  /**
   * Returns the arguments that their reader will not see as they are written: Markdown, HTML, files. They are
   * shown so to the person who approves the call.
   */
  texts?(input: Record<string, unknown>): readonly ReadableText[] | Promise<readonly ReadableText[]>;
}

/** Details of a refusal that is the tool's result, rather than a failed call. */
interface RefusalDetail {
  errorCode: ResearchRefusal;
  refusalReason: string;
  nextStep?: string | undefined;
  /** The tool's complete result, so that candidates and chains are not lost. */
  result?: unknown;
}

/** A refusal by the tool itself, with a reason. Shown verbatim and never retried. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
  readonly detail: RefusalDetail;

  constructor(detail: RefusalDetail) {
    super(detail.refusalReason);
    this.detail = detail;
  }
}
