import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { mcpForm } from "@plumbline/core/tool/tool-forms.ts";
import { internalError } from "../problem.ts";
import { callResult } from "./call-result.ts";

const IDENTITY = { name: "plumbline", title: "Plumbline", version: "0.1.0" };

/** For the client's model, beside the tools' own descriptions. */
const INSTRUCTIONS =
  "Calls to external services, and grounded research in public sources. A result with ok=false is a refusal: show its " +
  "refusal_reason verbatim and do not work around it; next_step says what a person can do. outcome_unknown means that a write " +
  "may have happened: look before you repeat it; possible_duplicate, that it may have happened twice. When several " +
  "connections fit, name the one the user means as credential_id, or ask. Never write facts about real people, organisations " +
  "or events from memory: " +
  "use grounded_research and only what it returns.";

export interface ToolServerOptions {
  /** The only ones there are, for this client. */
  tools: readonly Tool[];
  /** The allowed tool with this name, in either spelling. */
  find(name: string): Tool | undefined;
  /** Characters of a result. */
  maxResultChars: number;
  call(tool: Tool, args: unknown, signal: AbortSignal): Promise<DispatchResult>;
}

/**
 * An MCP server of one request. It is the SDK's low-level one: arguments are checked by the dispatcher, whose refusal says what
 * to mend, and by nobody before it.
 */
export function toolServer({ tools, find, maxResultChars, call }: ToolServerOptions): Server {
  const server = new Server(IDENTITY, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler("tools/list", ({ params }) => {
    if (params?.cursor !== undefined) throw invalid("The cursor is not one this service gave.");
    return { tools: tools.map(mcpForm) };
  });
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const tool = find(params.name);
    if (!tool) throw invalid(`Unknown tool: ${params.name.slice(0, 80)}`);
    try {
      return callResult(tool, await call(tool, params.arguments ?? {}, mcpReq.signal), maxResultChars);
    } catch (error) {
      throw protocolError(error);
    }
  });
  return server;
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** The SDK would send any error's message to the client. The dispatcher has logged what was not expected. */
function protocolError(error: unknown): ProtocolError {
  const told = error instanceof ServiceError && error.cause === undefined ? error : internalError();
  const code = told.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, told.message, { error_code: told.code });
}
