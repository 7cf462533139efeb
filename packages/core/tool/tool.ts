import type * as z from "zod";
import type { CredentialOwner, Scope } from "../access/caller.ts";
import type { Secret } from "../access/secret.ts";
import type { Clock, Deadline } from "../clock/clock.ts";
import type { CredentialFit } from "../credentials/kinds.ts";
import type { OpenCredential } from "../credentials/resolver.ts";
import type { HttpRequest, HttpResponse } from "../egress/http-message.ts";
import type { Destination, MailSender, ResolvedName } from "./destination.ts";

/** Stable codes of the four ways research says no (the specification's rules of the research engine). */
export const RESEARCH_REFUSALS = [
  "research_not_configured",
  "research_insufficient_evidence",
  "research_ambiguous_name",
  "research_provider_failure",
] as const;

export type ResearchRefusal = (typeof RESEARCH_REFUSALS)[number];

/** Effect of a tool on the world: `write` changes something, `read` does not. */
export type Effect = "read" | "write";

/**
 * Reason why a second try is safe after a request that was sent and got no answer. `read`: it only reads.
 * `key`: it carries our key, which the provider recognizes. `upsert`: it overwrites by a natural key. `none`:
 * a second try is not safe.
 */
export type Idempotency = "read" | "key" | "upsert" | "none";

/**
 * Names the author of the words in a tool's result. `outside`: a stranger may have written them, as in mail,
 * a feed or a search hit. `own`: the tenant or the provider itself says them. `nothing`: there are only ids
 * and addresses.
 */
export type Reads = "outside" | "own" | "nothing";

/** The account of a call: its kind, and the label that its owner gave it. */
export interface DestinationAccount {
  kind: string;
  label: string;
}

/**
 * Says which credentials a tool uses. `required`: without an id the tenant's only fitting one is taken.
 * `optional`: one is used when it is named, and never taken by default.
 */
export type CredentialNeed =
  | { use: "none" }
  | ({ use: "required" } & CredentialFit)
  | ({ use: "optional" } & CredentialFit);

/** Where a tool's requests may go. */
export type Reach =
  | { to: "nowhere" }
  /**
   * Base URLs the operator set, and the answer header that holds the provider's id of a request. `fetches`
   * names an argument with URLs that are fetched first, through the guard.
   */
  | { to: "provider"; baseUrls: readonly string[]; requestIdHeader?: string; fetches?: string }
  /** A URL the caller chose, in the named argument: through the guard. */
  | { to: "caller_chosen"; argument: string }
  /**
   * Mail servers: of the operator for the OAuth kinds, else those the credential names, through the guard.
   */
  | { to: "mail" }
  /** The configured search backends, which keep to their own base URLs. */
  | { to: "search" };

/** An HTTP call as an action makes it; time-out and cancelling are the dispatcher's. */
export type ActionRequest = Omit<HttpRequest, "timeoutMs" | "signal">;

/**
 * Context that an action receives beside its arguments. The action throws one of the four adapter errors or
 * ToolRefusal; it never retries and never logs.
 */
export interface ActionContext<Credential = OpenCredential | undefined> extends CredentialOwner {
  credential: Credential;
  http: { send(request: ActionRequest): Promise<HttpResponse> };
  /**
   * Requests to URLs of the argument that `reach.fetches` names, through the guard; of any other tool they
   * are refused.
   */
  guarded: { send(request: ActionRequest): Promise<HttpResponse> };
  clock: Clock;
  /** The same on every try of one call, to be sent where the provider knows such a key. */
  idempotencyKey: string;
  /**
   * A step that is not repeated when a later one fails and the call is tried again: what it resolved to is
   * kept under its name until the call is over. A step that throws is not kept.
   */
  once<Result>(step: string, run: () => Promise<Result>): Promise<Result>;
  /**
   * Returns true when a changing request of an earlier attempt was answered with 5xx or similar, and may have
   * taken effect.
   */
  mayHaveWritten(): boolean;
  /**
   * Says that the provider has told what came of such a request: it happened, once. The result then leaves no
   * doubt.
   */
  foundWritten(): void;
  /**
   * Says that something may now go to the network; `http` and `guarded` say so themselves. What fails before
   * it is no attempt.
   */
  noteReach(): void;
  /** Says that an argument was read as another value than was written. The result names the argument. */
  corrected(argument: string): void;
  /** Tells a caller that follows the call, in a few words for people, what the tool does next. */
  tellProgress(message: string): void;
  /** Keeps a further secret of this call, such as a part of a token, out of results, refusals and the log. */
  conceal(secret: Secret): void;
  /**
   * A text from outside as it may be shown, without the secrets of this call. To be used before a text is
   * cut.
   */
  redact(text: string): string;
  /** Milliseconds one HTTP call may take. `http` keeps to it by itself. */
  timeoutMs: number;
  /** By then the whole call must be over. */
  deadline: Deadline;
  signal: AbortSignal | undefined;
}

/**
 * A provider's answer in a preview. Values that only the provider knows are written as placeholders, such as
 * `<id of the user>`.
 */
export interface PreviewAnswer {
  /** 200 by default. */
  status?: number;
  /** Names in lower case. */
  headers?: Readonly<Record<string, string>>;
  /** Answered as JSON; a Buffer as it is, and then it stands for a file of which nothing is known. */
  body: unknown;
  /**
   * Where the tool insists on a value's form: a value of the answer that has it, and the placeholder that
   * later requests show in its place, wherever it is a whole value or part of a path.
   */
  standIns?: Readonly<Record<string, string>>;
}

/**
 * A request as a preview shows it: one over HTTP, or the content of another protocol, as JSON and without
 * secrets.
 */
export type PlannedRequest = ActionRequest | { protocol: "smtp" | "imap"; [detail: string]: unknown };

/**
 * A tool as the registry keeps it, whatever its arguments. Made by `defineTool`, found in a `ToolRegistry`.
 */
export interface Tool {
  readonly name: string;
  /** Name for people, shown in place of `name`. */
  readonly title: string;
  readonly description: string;
  /** Strict: unknown arguments are refused. */
  readonly input: z.ZodObject;
  /** Arguments of a usual call, for people: docs/tools.md and `plumbline tool show` print them. */
  readonly example?: Readonly<Record<string, unknown>> | undefined;
  readonly output: z.ZodType;
  readonly credential: CredentialNeed;
  /** Scopes that a caller needs for it, beside the one to call tools. */
  readonly scopes: readonly Scope[];
  readonly effect: Effect;
  readonly idempotency: Idempotency;
  /**
   * A write that only adds and informs nobody outside: no message, no mail, nothing overwritten or erased.
   */
  readonly additive: boolean;
  readonly reach: Reach;
  readonly reads: Reads;
  /**
   * Names the places and people to which a call with these arguments sends something, and the things that it
   * makes, changes or ends. Of a tool that only reads: the addresses that its caller chose to have fetched.
   */
  destinations?(
    input: Record<string, unknown>,
    account: DestinationAccount | undefined,
  ): readonly Destination[];
  /** Names of the arguments that the provider has resolved to ids, as a result shows. */
  resolved?(result: unknown, input: Record<string, unknown>): readonly ResolvedName[];
  /** The senders of the mails in a result. */
  senders?(result: unknown): readonly MailSender[];
  /**
   * Arguments that only say where a call goes and which thing is meant: addresses, ids, names of what exists,
   * times, choices. A path such as "contacts.email" names a field within one, whatever lists lie between. The
   * word "null" in their place counts as left out. All other values of a write pass the answer guard in a
   * grounded run, as somebody will read them.
   */
  readonly identifiers: readonly string[];
  /** True when the cursor of a page is the id of its last item, so that a page may end after any item. */
  readonly cursorIsId?: boolean;
  run(input: Record<string, unknown>, context: ActionContext): Promise<unknown>;
  /** Scopes that these arguments need beyond `scopes`. */
  scopesOf?(input: Record<string, unknown>): readonly Scope[];
  /**
   * Of a tool that makes several requests: what the provider would answer to the one at `index` (from 0), so
   * that a preview shows the next one too. The preview ends where this is `undefined`.
   */
  previewAnswer?(
    request: ActionRequest,
    index: number,
    input: Record<string, unknown>,
  ): PreviewAnswer | undefined;
  /**
   * Of a tool that reaches the network by another way than its context: what it would send, in place of a
   * run. It must send nothing.
   */
  preview?(input: Record<string, unknown>, context: ActionContext): Promise<readonly PlannedRequest[]>;
}

/** A refusal that is a tool's own answer rather than a failed call. */
interface RefusalDetail {
  errorCode: ResearchRefusal;
  refusalReason: string;
  nextStep?: string | undefined;
  /** The tool's whole result, so that candidates and chains are not lost with the refusal. */
  result?: unknown;
}

/** A tool's reasoned no: shown verbatim, never retried. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
  readonly detail: RefusalDetail;

  constructor(detail: RefusalDetail) {
    super(detail.refusalReason);
    this.detail = detail;
  }
}
