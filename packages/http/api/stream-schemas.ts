import type { Chunk } from "@plumbline/agent/run/chunk.ts";
import * as z from "zod";
import { credentialName } from "./credential-name.ts";
import { dispatchErrorCode } from "./dispatch-schemas.ts";
import { gate, verdict } from "./research-schemas.ts";

const toolUseId = z.string().describe("Ties a result to its call.");
const toolName = z.string();
const content = z.unknown().describe("The ResearchOutcome of `grounded_research`, or the tool's result.");

export const stopReason = z.enum(["end", "refusal", "max_steps", "deadline", "error"]);
export const usage = z.object({ input_tokens: z.int().min(0), output_tokens: z.int().min(0) });
const elapsed = z.int().min(0);

/** One event's data on the agent's stream; the event's name is its `type`. */
export const streamChunk: z.ZodType<Chunk> = z
  .union([
    z
      .object({ type: z.literal("start"), run_id: z.string(), requires_grounding: z.boolean(), gate })
      .meta({ id: "StartChunk" }),
    z
      .object({
        type: z.literal("tool_use"),
        tool_use_id: toolUseId,
        name: toolName,
        arguments: z.unknown().describe("Secret ones are redacted."),
      })
      .meta({ id: "ToolUseChunk" }),
    z
      .object({
        type: z.literal("tool_result"),
        tool_use_id: toolUseId,
        name: toolName,
        credential: credentialName.exactOptional(),
        is_error: z.literal(false),
        content,
        possible_duplicate: z
          .literal(true)
          .exactOptional()
          .describe("An earlier attempt may have done the same: look for a second one."),
      })
      .meta({ id: "ToolResultChunk" }),
    z
      .object({
        type: z.literal("tool_result"),
        tool_use_id: toolUseId,
        name: toolName,
        credential: credentialName.exactOptional(),
        is_error: z.literal(true),
        content,
        refusal_reason: z.string().describe("To be shown verbatim."),
        error_code: dispatchErrorCode,
      })
      .meta({ id: "ToolRefusalChunk" }),
    z
      .object({
        type: z.literal("text_delta"),
        text: z.string(),
        citations: z
          .array(z.int().min(0))
          .exactOptional()
          .describe("Of a grounded answer: indexes into the outcome's `citations`."),
        tool_use_id: toolUseId
          .exactOptional()
          .describe("Of several outcomes: the call whose outcome is meant."),
        quote: z
          .string()
          .exactOptional()
          .describe("Of a sentence in the model's own words: the sentence of the source that it rests on."),
      })
      .meta({ id: "TextDeltaChunk" }),
    z.object({ type: z.literal("unverified"), text: z.string(), verdict, reason: z.string() }).meta({
      id: "UnverifiedChunk",
      description: "A sentence of a grounded answer that no citation bears out; it is never sent as text.",
    }),
    z
      .object({ type: z.literal("error"), error_code: z.string(), message: z.string() })
      .meta({ id: "ErrorChunk" }),
    z
      .object({ type: z.literal("done"), stop_reason: stopReason, usage, elapsed_ms: elapsed })
      .meta({ id: "DoneChunk", description: "The last one, always." }),
  ])
  .meta({ id: "StreamChunk" });
