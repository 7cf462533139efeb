import { CLIENT_INFO_META_KEY, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { askForNearTool } from "@plumbline/core/policy/find-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { buildMcpForm } from "@plumbline/core/tool/tool-forms.ts";
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
import { toCallResult } from "./call-result.ts";
import { ProgressNotes } from "./progress-notes.ts";

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
  const told = error instanceof ServiceError && error.cause === undefined ? error : createInternalError();
  const code = told.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, told.message, { error_code: told.code });
}

const namesClient = z.looseObject({ [CLIENT_INFO_META_KEY]: z.looseObject({ name: z.string().max(200) }) });

function readClientName({ envelope }: { envelope?: unknown }): string | undefined {
  return namesClient.safeParse(envelope).data?.[CLIENT_INFO_META_KEY].name;
}
