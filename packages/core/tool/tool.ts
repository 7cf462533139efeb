import type * as z from "zod";
import type { CredentialOwner, Scope } from "../access/caller.ts";
import type { Secret } from "../access/secret.ts";
import type { Clock, Deadline } from "../clock/clock.ts";
import type { CredentialFit } from "../credentials/kinds.ts";
import type { OpenCredential } from "../credentials/resolver.ts";
import type { HttpRequest, HttpResponse } from "../egress/http-message.ts";
import type { Destination, MailSender, ResolvedName } from "./destination.ts";

/**
 * Stable codes of the four ways in which research refuses (the specification's rules of the research engine).
 */
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
 * The credentials that a tool uses. `required`: without an ID, the tenant's only matching one is used.
 * `optional`: one is only used if its ID is given.
 */
export type CredentialNeed =
  | { use: "none" }
  | ({ use: "required" } & CredentialFit)
  | ({ use: "optional" } & CredentialFit);

/** Permitted targets of a tool's requests. */
export type Reach =
  | { to: "nowhere" }
  /**
   * Base URLs set by the operator, and the response header that contains the provider's ID of a request.
   * `fetches` is an argument with URLs that are fetched first, through the guard.
   */
  | { to: "provider"; baseUrls: readonly string[]; requestIdHeader?: string; fetches?: string }
  /** A URL that the caller chose in this argument, through the guard. */
  | { to: "caller_chosen"; argument: string }
  /** Mail servers: the operator's for OAuth kinds, otherwise those in the credential, through the guard. */
  | { to: "mail" }
  /** The configured search backends, each restricted to its own base URLs. */
  | { to: "search" };

/** An HTTP request by an action. The dispatcher adds the timeout and the signal. */
export type ActionRequest = Omit<HttpRequest, "timeoutMs" | "signal">;

/**
 * The context that an action receives with its arguments. The action throws one of the four adapter errors or
 * ToolRefusal. It never retries and never logs.
 */
export interface ActionContext<Credential = OpenCredential | undefined> extends CredentialOwner {
  credential: Credential;
  http: { send(request: ActionRequest): Promise<HttpResponse> };
  /** Sends guarded requests to URLs in the argument `reach.fetches`. Refuses every request of other tools. */
  guarded: { send(request: ActionRequest): Promise<HttpResponse> };
  clock: Clock;
  /** The same in all attempts of a call. Send it to providers that support idempotency keys. */
  idempotencyKey: string;
  /**
   * Runs a step that is not repeated if a later one fails and the call is retried. Its result is stored under
   * its name until the call ends. A step that throws is not stored.
   */
  once<Result>(step: string, run: () => Promise<Result>): Promise<Result>;
  /**
   * Returns true if a write in an earlier attempt was answered with a 5xx or similar and may have been
   * carried out.
   */
  mayHaveWritten(): boolean;
  /** Records that the provider confirmed such a write: it was carried out exactly once. */
  foundWritten(): void;
  /**
   * Records that a request may now reach the network. `http` and `guarded` do so themselves. A failure before
   * it does not count as an attempt.
   */
  noteReach(): void;
  /** Records that an argument was read as a different value than was sent. The result lists the argument. */
  corrected(argument: string): void;
  /** Reports the tool's next step in a short message for people. */
  tellProgress(message: string): void;
  /**
   * Adds another secret of this call, such as a part of a token, to be redacted in results, refusals and the
   * log.
   */
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
  /** Sent as JSON. A Buffer is sent unchanged and represents a file with unknown content. */
  body: unknown;
  /**
   * Made-up values in the response, where the tool requires a certain format, mapped to placeholders. Later
   * requests show the placeholder where the value is a whole value or part of a path.
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
}

/** Something that a call changes or removes, before and after. */
export interface Change {
  /** The name by which people know it, such as a contact's address. */
  thing: string;
  effect: "created" | "changed" | "removed";
  /** The fields that the call would change, as text. `null` means that a field is empty. */
  fields: readonly ChangedField[];
}

export interface ChangedField {
  name: string;
  before: string | null;
  after: string | null;
}

/**
 * A request as shown in a preview: an HTTP request, or the content of another protocol as JSON without
 * secrets.
 */
export type PlannedRequest = ActionRequest | { protocol: "smtp" | "imap"; [detail: string]: unknown };

/**
 * A tool in the registry, independent of its argument types. Created by `defineTool`, found in a
 * `ToolRegistry`.
 */
export interface Tool {
  readonly name: string;
  /** Name shown to people instead of `name`. */
  readonly title: string;
  /**
   * Puts a call into words for people, with its verb in both forms: `Post|Posted to {channel}[: {text}]`. The
   * braces hold paths of arguments; a part in brackets is left out where its argument is.
   */
  readonly sentence?: string;
  readonly description: string;
  /** Strict: unknown arguments are refused. */
  readonly input: z.ZodObject;
  /** Arguments of a typical call. docs/tools.md and `plumbline tool show` print them. */
  readonly example?: Readonly<Record<string, unknown>> | undefined;
  readonly output: z.ZodType;
  readonly credential: CredentialNeed;
  /** Scopes that a caller needs in addition to the one for calling tools. */
  readonly scopes: readonly Scope[];
  readonly effect: Effect;
  readonly idempotency: Idempotency;
  /**
   * True for a write that only adds something and notifies nobody outside: no message, no mail, nothing
   * overwritten or deleted.
   */
  readonly additive: boolean;
  readonly reach: Reach;
  readonly reads: Reads;
  /**
   * Returns the destinations and people that a call with these arguments reaches, and the things that it
   * creates, changes or ends. For a tool that only reads, returns the URLs that the caller chose to fetch.
   */
  destinations?(
    input: Record<string, unknown>,
    account: DestinationAccount | undefined,
  ): readonly Destination[];
  /** Returns the names in the arguments that the provider resolved to IDs, according to the result. */
  resolved?(result: unknown, input: Record<string, unknown>): readonly ResolvedName[];
  /** Returns the senders of the mails in a result. */
  senders?(result: unknown): readonly MailSender[];
  /**
   * Arguments that only state where a call goes or which thing is meant: addresses, IDs, names of existing
   * things, times, choices. A path such as "contacts.email" refers to a field, across any lists in between.
   * The word "null" in such an argument counts as omitted. In a grounded run, all other values of a write
   * pass the answer guard, because people will read them.
   */
  readonly identifiers: readonly string[];
  /** True if a page's cursor is the ID of its last item, so that a page may end after any item. */
  readonly cursorIsId?: boolean;
  run(input: Record<string, unknown>, context: ActionContext): Promise<unknown>;
  /** Returns the scopes that these arguments need in addition to `scopes`. */
  scopesOf?(input: Record<string, unknown>): readonly Scope[];
  /**
   * Predicts the provider's response to the request at `index` (from 0), so that a preview can show the next
   * request. The preview ends if it returns `undefined`. Only for tools with several requests.
   */
  previewAnswer?(
    request: ActionRequest,
    index: number,
    input: Record<string, unknown>,
  ): PreviewAnswer | undefined;
  /**
   * Returns what the tool would send, without sending it. Required for tools that reach the network by other
   * means than their context.
   */
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

/** A refusal that is the tool's own answer, not a failed call. */
interface RefusalDetail {
  errorCode: ResearchRefusal;
  refusalReason: string;
  nextStep?: string | undefined;
  /** The tool's whole result, so that the refusal does not lose candidates and chains. */
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
