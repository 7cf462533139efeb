import type { CallToolResult, Notification } from "@modelcontextprotocol/server";
import { CLIENT_INFO_META_KEY, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { askForNearTool } from "@plumbline/core/policy/find-tool.ts";
import { fitResult, RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { buildMcpForm } from "@plumbline/core/tool/tool-forms.ts";
import { GROUNDED_RESEARCH, quoteLines } from "@plumbline/grounding";
import { researchOutcomeSchema } from "@plumbline/grounding/outcome";
import * as z from "zod";
import { createInternalError } from "../problems.ts";
import { VERSION } from "../version.ts";
import {
  askPerson,
  type RepeatedCall,
  readRepeatedCall,
  type ShownWaitingCall,
  separateApprovalId,
} from "./ask-person.ts";

const IDENTITY = { name: "plumbline", title: "Plumbline", version: VERSION };

/** Instructions for the client's model, in addition to the tools' descriptions. */
const INSTRUCTIONS =
  "Calls to external services, and grounded research in public sources. A result with ok=false is a refusal: show its " +
  "refusal_reason verbatim and do not work around it; next_step says what a person can do. outcome_unknown means that a write " +
  "may have happened: look before you repeat it; possible_duplicate, that it may have happened twice. When several " +
  "connections fit, name the one the user means as credential_id, or ask. Never write facts about real people, organisations " +
  "or events from memory: " +
  "use grounded_research and only what it returns.";

/** Data sent with a call in addition to its arguments. */
interface McpCallRequest {
  signal: AbortSignal;
  /** `_meta` as sent by the client. */
  meta: unknown;
  /** The program that the client reports. Clients of earlier protocols omit it. */
  client: string | undefined;
  /** Omitted if the client did not request progress. */
  onProgress?: CallOptions["onProgress"];
}

interface ToolServerOptions {
  /** All tools that this client may use. */
  tools: readonly Tool[];
  /** Finds a permitted tool by its name in either spelling. */
  find(name: string): Tool | undefined;
  /** Maximum length of a result, in characters. */
  maxResultChars: number;
  call(tool: Tool, args: unknown, request: McpCallRequest): Promise<DispatchResult>;
  /** Reads a waiting call. Returns `undefined` if decisions from this client are not accepted. */
  readWaiting(approvalId: string): Promise<ShownWaitingCall | undefined>;
  /** Applies the person's decision about a waiting call and returns the call's result. */
  answerAgain(tool: Tool, args: unknown, again: RepeatedCall): Promise<DispatchResult>;
}

/**
 * Creates an MCP server for one request. Uses the SDK's low-level server, so that only the dispatcher
 * validates arguments. Its error messages say what to correct.
 */
export function createToolServer(options: ToolServerOptions): Server {
  const { tools, find, maxResultChars, call } = options;
  const server = new Server(IDENTITY, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler("tools/list", ({ params }) => {
    if (params?.cursor !== undefined) throw createInvalidParamsError("The cursor is not valid.");
    return { tools: tools.map(buildMcpForm) };
  });
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const tool = find(params.name);
    if (!tool) {
      const near = askForNearTool(params.name, tools);
      throw createInvalidParamsError(
        `Unknown tool: ${params.name.slice(0, 80)}.${near} tools/list lists them.`,
      );
    }
    try {
      const { args, approvalId } = separateApprovalId(params.arguments ?? {});
      const again = readRepeatedCall(approvalId, params._meta, mcpReq);
      if (again) return toCallResult(tool, await options.answerAgain(tool, args, again), maxResultChars);
      const progress = ProgressNotes.createIfRequested(params._meta, mcpReq.notify);
      const { signal } = mcpReq;
      const about = { meta: params._meta, client: readClientName(mcpReq) };
      const result = await call(tool, args, { signal, ...about, onProgress: progress?.add });
      await progress?.waitUntilSent();
      const asked = await askPerson(result, mcpReq, options.readWaiting);
      return asked ?? toCallResult(tool, result, maxResultChars);
    } catch (error) {
      throw toProtocolError(error);
    }
  });
  return server;
}

function createInvalidParamsError(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/**
 * Converts an error for the client. Hides unexpected errors, whose message the SDK would send. The dispatcher
 * has logged them.
 */
function toProtocolError(error: unknown): ProtocolError {
  const shown = error instanceof ServiceError && error.cause === undefined ? error : createInternalError();
  const code = shown.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, shown.message, { error_code: shown.code });
}

const namesClient = z.looseObject({ [CLIENT_INFO_META_KEY]: z.looseObject({ name: z.string().max(200) }) });

function readClientName({ envelope }: { envelope?: unknown }): string | undefined {
  return namesClient.safeParse(envelope).data?.[CLIENT_INFO_META_KEY].name;
}

/** https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress */
const asksForProgress = z.looseObject({ progressToken: z.union([z.string(), z.int()]) });

type Notify = (notification: Notification) => Promise<void>;

/**
 * Sends progress notifications for one call. The first one turns the response from JSON into an event stream,
 * so the client must request them with a token.
 */
class ProgressNotes {
  readonly #progressToken: string | number;
  readonly #notify: Notify;
  #progress = 0;
  #sent: Promise<void> = Promise.resolve();

  private constructor(progressToken: string | number, notify: Notify) {
    this.#progressToken = progressToken;
    this.#notify = notify;
  }

  /** Creates them if the call's `_meta` has a progress token. Returns `undefined` otherwise. */
  static createIfRequested(meta: unknown, notify: Notify): ProgressNotes | undefined {
    const asked = asksForProgress.safeParse(meta).data;
    return asked && new ProgressNotes(asked.progressToken, notify);
  }

  /**
   * Sends a notification after the previous ones. It has no total, because the number of steps is unknown.
   */
  readonly add = (message: string): void => {
    this.#progress += 1;
    const params = { progressToken: this.#progressToken, progress: this.#progress, message };
    this.#sent = this.#sent
      .then(() => this.#notify({ method: "notifications/progress", params }))
      // If the client disconnects, its signal aborts the call. A lost notification must not fail the call as
      // well.
      .catch(() => undefined);
  };

  /** Resolves when all notifications are sent. The result must not overtake them. */
  waitUntilSent(): Promise<void> {
    return this.#sent;
  }
}

/**
 * Formats a dispatch result for `tools/call`, as JSON in a single text of about `maxChars` characters. Omits
 * `structuredContent`, because clients would pass both to their model. A refusal is `isError` and starts with
 * its code and reason verbatim. A call that waits for approval contains the page's URL in the text and, for
 * clients that show links themselves, as structured content.
 */
function toCallResult(tool: Tool, result: DispatchResult, maxChars: number): CallToolResult {
  const waits = !result.ok && result.error_code === "approval_required" ? result : undefined;
  const where = waits?.approve_url === undefined ? "" : ` at ${waits.approve_url}`;
  const then = waits
    ? ` A person can decide${where} and then you can repeat the call with its approval_id as one more argument.`
    : "";
  const refusal = result.ok ? "" : `${result.error_code}: ${result.refusal_reason}${then}`;
  const frame = JSON.stringify({ ...result, result: undefined }).length + refusal.length;
  const left = Math.max(RESULT_CHARS.least / 2, maxChars - frame);
  const shown =
    result.result === undefined ? result : { ...result, result: shortenResult(tool, result, left) };
  const text = { type: "text" as const, text: JSON.stringify(shown) };
  if (result.ok) return { content: [text] };
  const { error_code, approval_id, approve_url } = result;
  return {
    content: [{ type: "text", text: refusal }, text],
    ...(waits && { structuredContent: { error_code, approval_id, approve_url } }),
    isError: true,
  };
}

/**
 * Shortens a result. For research, lists each quote once, the answer first, with the number of its source,
 * and each source once.
 */
function shortenResult(tool: Tool, { ok, result }: DispatchResult, maxChars: number): unknown {
  const outcome =
    tool.name === GROUNDED_RESEARCH && ok ? researchOutcomeSchema.safeParse(result).data : undefined;
  if (!outcome) return fitResult(tool, result, maxChars);
  const { query, coverage_score, provider_used } = outcome;
  const about = { query, coverage_score, provider_used };
  const left = maxChars - JSON.stringify(about).length;
  const { quotes, sources, notes, leftOut } = quoteLines(
    outcome,
    left,
    ({ title, url }) => `${title}, ${url}`,
  );
  return {
    quotes,
    sources,
    ...(notes.length === 0 ? {} : { notes }),
    ...about,
    ...(leftOut === 0
      ? {}
      : { more: true, left_out: { quotes: leftOut }, to_get_the_rest: "Ask a narrower question." }),
  };
}
