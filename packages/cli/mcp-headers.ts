import type { McpMessage } from "./mcp-message.ts";

const PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";

/**
 * The headers that go with a message posted by MCP's Streamable HTTP transport. From protocol 2026-07-28 on they repeat what the
 * message says of itself; before it there is only the version that `initialize` agreed on, `undefined` until then.
 */
export function mcpHeaders({ method, params }: McpMessage, agreedVersion: string | undefined): Headers {
  const headers = new Headers({ accept: "application/json, text/event-stream" });
  const version: unknown = Object(params?._meta)[PROTOCOL_VERSION];
  if (typeof version === "string") {
    headers.set("mcp-protocol-version", headerValue(version));
    if (method !== undefined) headers.set("mcp-method", headerValue(method));
    if (method === "tools/call" && typeof params?.name === "string")
      headers.set("mcp-name", headerValue(params.name));
  } else if (agreedVersion !== undefined) {
    headers.set("mcp-protocol-version", headerValue(agreedVersion));
  }
  return headers;
}

/** Text that a header cannot hold as it is goes in the transport's Base64 form. */
function headerValue(text: string): string {
  const plain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith("=?base64?");
  return plain ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}
