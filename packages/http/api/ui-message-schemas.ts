import type { UiMessagePart } from "@plumbline/agent/run/ui-message-part.ts";
import * as z from "zod";
import { credentialName } from "./credential-name.ts";
import { dispatchErrorCode } from "./dispatch-schemas.ts";
import { gate, verdict } from "./research-schemas.ts";
import { stopReason, usage } from "./stream-schemas.ts";

const id = z.string();

/**
 * One event's data on the agent's stream with `protocol=ui-message`: parts of the AI SDK's UI message stream (`ai` 6), the last of them
 * followed by `[DONE]`.
 */
export const uiMessagePart: z.ZodType<UiMessagePart> = z
  .union([
    z.object({
      type: z.literal("start"),
      messageId: id.describe("The run's id."),
      messageMetadata: z.object({ requires_grounding: z.boolean(), gate }),
    }),
    z.object({ type: z.enum(["start-step", "finish-step"]) }),
    z.object({ type: z.enum(["text-start", "text-end"]), id }),
    z.object({ type: z.literal("text-delta"), id, delta: z.string() }),
    z.object({
      type: z.literal("tool-input-available"),
      toolCallId: id,
      toolName: z.string(),
      input: z.unknown(),
      dynamic: z.literal(true),
      providerExecuted: z.literal(true),
    }),
    z.object({ type: z.literal("tool-output-available"), toolCallId: id, output: z.unknown() }),
    z.object({ type: z.literal("tool-output-error"), toolCallId: id, errorText: z.string() }),
    z.object({ type: z.literal("source-url"), sourceId: id, url: z.string(), title: z.string() }),
    z.object({
      type: z.literal("data-citations"),
      data: z.object({
        text: z.string(),
        tool_use_id: id,
        citations: z.array(z.int().min(0)),
        source_ids: z.array(id),
        quote: z.string().exactOptional(),
      }),
    }),
    z.object({
      type: z.literal("data-credential"),
      data: z.object({ tool_use_id: id, name: z.string(), credential: credentialName }),
    }),
    z.object({
      type: z.literal("data-refusal"),
      data: z.object({
        tool_use_id: id,
        name: z.string(),
        credential: credentialName.exactOptional(),
        content: z.unknown(),
        refusal_reason: z.string(),
        error_code: dispatchErrorCode,
      }),
    }),
    z.object({
      type: z.literal("data-possible-duplicate"),
      data: z.object({ tool_use_id: id, name: z.string() }),
    }),
    z.object({
      type: z.literal("data-unverified"),
      data: z.object({ text: z.string(), verdict, reason: z.string() }),
    }),
    z.object({
      type: z.literal("data-error"),
      data: z.object({ error_code: z.string(), message: z.string() }),
    }),
    z.object({ type: z.literal("error"), errorText: z.string() }),
    z.object({
      type: z.literal("finish"),
      finishReason: z.enum(["stop", "length", "error", "other"]),
      messageMetadata: z.object({ stop_reason: stopReason, usage, elapsed_ms: z.int().min(0) }),
    }),
  ])
  .meta({
    id: "UiMessagePart",
    description:
      "A part of the AI SDK's UI message stream, version 1. `useChat` and `readUIMessageStream` read it.",
  });
