import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import * as z from "zod";

const calls = z.array(
  z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }),
);

const body = z.object({
  messages: z.array(
    z.object({
      role: z.enum(["system", "user", "assistant", "tool"]),
      content: z.string().nullish(),
      tool_calls: calls.optional(),
      tool_call_id: z.string().optional(),
    }),
  ),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).default([]),
});

/** A request to a model, as far as tests read it. */
export interface ChatBody {
  system: string;
  /** Without the system's. */
  messages: z.output<typeof body>["messages"];
  tools: string[];
  /** Everything in it, as it stood on the wire. */
  wire: string;
}

/** Reads a request to the sandbox's model. */
export function chatBody(request: RecordedRequest): ChatBody {
  const { messages, tools } = body.parse(request.json());
  return {
    system: messages.flatMap(({ role, content }) => (role === "system" ? [content ?? ""] : [])).join("\n"),
    messages: messages.filter(({ role }) => role !== "system"),
    tools: tools.map((tool) => tool.function.name),
    wire: request.text,
  };
}
