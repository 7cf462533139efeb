import * as z from "zod";

const requestId = z.union([z.string(), z.int()]);

export const jsonRpcError = z
  .object({
    jsonrpc: z.literal("2.0"),
    id: z.unknown().optional(),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  })
  .meta({ id: "JsonRpcError", description: "A JSON-RPC error." });

const jsonRpcResult = z
  .object({ jsonrpc: z.literal("2.0"), id: requestId, result: z.looseObject({}) })
  .meta({ id: "JsonRpcResult" });

/**
 * A message of the protocol. The transport validates it. The fields here only determine the required scope.
 */
export const jsonRpcMessage = {
  id: "JsonRpcMessage",
  description: "A request, or a notification if it has no `id`.",
  type: "object",
  properties: {
    jsonrpc: { const: "2.0" },
    id: { type: ["string", "integer"] },
    method: { type: "string", description: "`initialize`, `tools/list`, `tools/call` and so on." },
    params: { type: "object" },
  },
  required: ["jsonrpc", "method"],
  additionalProperties: false,
};

const jsonRpcNotification = z
  .object({ jsonrpc: z.literal("2.0"), method: z.string(), params: z.looseObject({}) })
  .meta({ id: "JsonRpcNotification", description: "Progress of a call that requested it." });

/** The response to one message. */
export const answered = z.union([jsonRpcResult, jsonRpcError]);

/** One event of a streamed response. */
export const streamed = z.union([jsonRpcNotification, jsonRpcResult, jsonRpcError]);
