import { createMcpHandler } from "@modelcontextprotocol/server";
import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call.ts";
import { describeUnexpected } from "@plumbline/core/log/logger.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { Service } from "@plumbline/service/service.ts";
import { toolServer } from "./tool-server.ts";

export interface McpExchange {
  caller: TenantCaller;
  /** The tools this client asked to see. */
  tools: readonly Tool[];
  /** Characters of a result that it wants at most. */
  maxResultChars: number;
  options: CallOptions;
  request: Request;
  /** The request's body, read and parsed. */
  message: unknown;
}

/**
 * Answers one posted message by the Streamable HTTP transport without sessions, to clients of protocol 2026-07-28 and, by
 * `initialize`, of 2025-11-25 and before. Imported when the first such request comes: the SDK takes as long to load as all the rest.
 */
export function serveMcp(
  { registry, dispatcher, logger }: Pick<Service, "registry" | "dispatcher" | "logger">,
  { caller, tools, maxResultChars, options, request, message }: McpExchange,
): Promise<Response> {
  const report = (error: Error) =>
    logger.log("warn", "mcp_error", { request_id: options.requestId, ...describeUnexpected(error) });
  const handler = createMcpHandler(
    () => {
      const server = toolServer({
        tools,
        maxResultChars,
        find: (name) => tools.find((tool) => tool === registry.get(name)),
        call: (tool, args, signal) =>
          dispatcher.call(caller, tool.name, args, {
            ...options,
            // The SDK's tells nothing of a client that was gone before the SDK began.
            signal: AbortSignal.any([signal, request.signal]),
          }),
      });
      server.onerror = report;
      return server;
    },
    { onerror: report },
  );
  return handler.fetch(request, { parsedBody: message });
}
