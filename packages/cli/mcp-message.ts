import * as z from "zod";

const message = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
});

/** A JSON-RPC message of MCP, as far as the bridge looks into it; all else in it goes through untouched. */
export type McpMessage = z.infer<typeof message>;

/** Codes of JSON-RPC 2.0, section 5.1. */
export const RPC_ERROR = { parse: -32_700, invalidRequest: -32_600, internal: -32_603 } as const;

/** A message of one line, or the code of what is wrong with it. */
export function parseMessage(line: string): McpMessage | number {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return RPC_ERROR.parse;
  }
  return message.safeParse(value).data ?? RPC_ERROR.invalidRequest;
}

/** The answer that a message gets when it cannot be served; `null` where its id is not known. */
export function errorAnswer(id: string | number | null, code: number, text: string): Record<string, unknown> {
  return { jsonrpc: "2.0", id, error: { code, message: text } };
}
