import { RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import * as z from "zod";
import { MCP_PATH, METADATA_PATH } from "../mcp/protected-resource.ts";
import { digits } from "../paging.ts";
import { TOOL_CALL_BODY_LIMIT } from "./body-limit.ts";
import { type Answer, json, type Operation } from "./operation.ts";

const requestId = z.union([z.string(), z.int()]);

const jsonRpcError = z
  .object({
    jsonrpc: z.literal("2.0"),
    id: z.unknown().optional(),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  })
  .meta({ id: "JsonRpcError", description: "The protocol's own error." });

const jsonRpcResult = z
  .object({ jsonrpc: z.literal("2.0"), id: requestId, result: z.looseObject({}) })
  .meta({ id: "JsonRpcResult" });

/** As the protocol has it. Whether a body is that, the transport says; what is read of it here decides which scope it needs. */
const jsonRpcMessage = {
  id: "JsonRpcMessage",
  description: "A request, or without `id` a notification.",
  type: "object",
  properties: {
    jsonrpc: { const: "2.0" },
    id: { type: ["string", "integer"] },
    method: { type: "string", description: "`initialize`, `tools/list`, `tools/call` and the like." },
    params: { type: "object" },
  },
  required: ["jsonrpc", "method"],
  additionalProperties: false,
};

const answered = z.union([jsonRpcResult, jsonRpcError]);

const protocolError = (description: string): Answer => json(description, jsonRpcError);

export const postMcp = {
  id: "postMcp",
  method: "POST",
  path: MCP_PATH,
  access: "by_message",
  tag: "Model Context Protocol",
  summary: "Send a message to the MCP server",
  description:
    "The tools as a Model Context Protocol server: Streamable HTTP without sessions, protocol 2026-07-28 and, by `initialize`, 2025-11-25 " +
    "and before. An MCP client speaks it for you; give it this URL and a key. `tools/list` needs the scope `tools:read`, `tools/call` " +
    "`tools:call`. A result is one text, JSON; a refused call is one with `isError`, its reason verbatim in a text ahead.\n\n" +
    "Say `accept: application/json, text/event-stream`. A page of a browser is let in where `CORS_ORIGINS` names its origin.",
  query: z.strictObject({
    tools: z
      .string()
      .min(1, { abort: true })
      .max(4_000, { abort: true })
      .regex(/^[A-Za-z0-9_:, ]+$/, "must be names of tools, separated by commas")
      .optional()
      .describe("The only tools to show: names, separated by commas. All when left out."),
    max_result_chars: digits(
      z.int().min(RESULT_CHARS.least).max(RESULT_CHARS.most).default(RESULT_CHARS.byDefault),
    ).describe("Characters of a result at most: lists keep whole items, and say how to get the rest."),
  }),
  body: z
    .unknown()
    .refine((body) => !Array.isArray(body), "must be one JSON-RPC message; the protocol has no batches")
    .pipe(z.looseObject({ method: z.string().optional() }))
    .meta(jsonRpcMessage),
  bodyLimit: TOOL_CALL_BODY_LIMIT,
  examples: {
    "The list of tools": { jsonrpc: "2.0", id: 1, method: "tools/list" },
    "A call": {
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "grounded_research", arguments: { query: "Who was Ada Lovelace?" } },
    },
  },
  answers: {
    200: {
      description: "The answer, as JSON or as the one event of a stream. Its errors are the protocol's.",
      content: { "application/json": answered, "text/event-stream": answered },
    },
    202: { description: "A notification was taken." },
    400: protocolError("No message of the protocol, or of a version that is not spoken here."),
    404: protocolError("The protocol has no such method here."),
    406: protocolError("The client does not accept both `application/json` and `text/event-stream`."),
  },
} satisfies Operation;

export const getMcpMetadata = {
  id: "getMcpMetadata",
  method: "GET",
  path: METADATA_PATH,
  access: "public",
  tag: "Model Context Protocol",
  summary: "What a client may know of the MCP server beforehand",
  description: "Protected resource metadata (RFC 9728), to which a 401 of the MCP server points.",
  answers: {
    200: json(
      "The metadata.",
      z
        .object({
          resource: z.string().describe("The MCP server's URL."),
          resource_name: z.string(),
          bearer_methods_supported: z.array(z.string()),
          scopes_supported: z.array(z.string()),
        })
        .meta({ id: "ProtectedResource" }),
    ),
  },
} satisfies Operation;
