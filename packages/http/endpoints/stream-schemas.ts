import type { Chunk } from "@plumbline/agent/run/chunk.ts";
import type { UiMessagePart } from "@plumbline/agent/run/ui-message-stream.ts";
import * as z from "zod";
import { changedCall, correctedArguments, credentialName, dispatchErrorCode } from "./call-schemas.ts";
import { gate, verdict } from "./research-schemas.ts";

const toolUseId = z.string().describe("Links a result to its call.");
const toolName = z.string();
const content = z.unknown().describe("The ResearchOutcome of `grounded_research`, or the tool's result.");

export const stopReason = z.enum(["end", "refusal", "approval", "max_steps", "deadline", "stopped", "error"]);
export const usage = z
  .object({ input_tokens: z.int().min(0), output_tokens: z.int().min(0) })
  .meta({ id: "TokenUsage" });
const elapsed = z.int().min(0);

const waitingCall = {
  tool_use_id: toolUseId,
  approval_id: z.string().describe("Send it as `resume` once somebody has decided."),
  preview: z.unknown().describe("The requests that the call would send, without secrets."),
  approve_url: z.string().describe("The page where a person decides."),
};

/** Fields of the chunk with a call's result, whether it was made or refused. */
const resultFields = {
  type: z.literal("tool_result"),
  tool_use_id: toolUseId,
  name: toolName,
  credential: credentialName.exactOptional(),
  corrected: correctedArguments,
};

const startFields = {
  run_id: z.string(),
  conversation_id: z.string(),
  requires_grounding: z.boolean(),
  model: z.string().exactOptional().describe("The model that writes, if there is one."),
  unavailable_model: z
    .string()
    .exactOptional()
    .describe(
      "The model that a resumed run began with, if it is no longer configured. `model` continues the run.",
    ),
  gate,
};

/** Data of one event in the agent's stream. The event's name is its `type`. */
export const streamChunk: z.ZodType<Chunk> = z.lazy(() =>
  z
    .union([
      z.object({ type: z.literal("start"), ...startFields }).meta({ id: "StartChunk" }),
      z
        .object({
          type: z.literal("tool_use"),
          tool_use_id: toolUseId,
          name: toolName,
          title: z
            .string()
            .exactOptional()
            .describe("What the call would do, in words: `Post to #general: The build is green`."),
          title_done: z
            .string()
            .exactOptional()
            .describe("The same after the call: `Posted to #general: The build is green`."),
          arguments: z.unknown().describe("Secrets are redacted."),
        })
        .meta({ id: "ToolUseChunk" }),
      z
        .object({
          ...resultFields,
          is_error: z.literal(false),
          content,
          made_before: z
            .literal(true)
            .exactOptional()
            .describe(
              "An earlier run of the same message already made this write; nothing was sent this time.",
            ),
          possible_duplicate: z
            .literal(true)
            .exactOptional()
            .describe("An earlier attempt may have had the same effect: check for a duplicate."),
          changed: changedCall,
        })
        .meta({ id: "ToolResultChunk" }),
      z
        .object({
          ...resultFields,
          is_error: z.literal(true),
          content,
          refusal_reason: z.string().describe("Show it verbatim."),
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
            .describe("For a grounded answer: indexes into the outcome's `citations`."),
          tool_use_id: toolUseId
            .exactOptional()
            .describe("If there are several outcomes: the call whose outcome is cited."),
          quote: z
            .string()
            .exactOptional()
            .describe("For a sentence in the model's own words: the source sentence that supports it."),
        })
        .meta({ id: "TextDeltaChunk" }),
      z.object({ type: z.literal("approval_required"), ...waitingCall }).meta({
        id: "ApprovalRequiredChunk",
        description: "Sent with the refusal of a call that needs approval; the run ends with it.",
      }),
      z.object({ type: z.literal("unverified"), text: z.string(), verdict, reason: z.string() }).meta({
        id: "UnverifiedChunk",
        description: "A sentence of a grounded answer that no citation supports; it is never sent as text.",
      }),
      z
        .object({ type: z.literal("error"), error_code: z.string(), message: z.string() })
        .meta({ id: "ErrorChunk" }),
      z
        .object({ type: z.literal("done"), stop_reason: stopReason, usage, elapsed_ms: elapsed })
        .meta({ id: "DoneChunk", description: "Always the last chunk." }),
    ])
    .meta({ id: "StreamChunk" }),
);

const id = z.string();

/**
 * Data of one event in the agent's stream with `protocol=ui-message`: parts of the AI SDK's UI message stream
 * (`ai` 6). `[DONE]` follows the last one.
 */
export const uiMessagePart: z.ZodType<UiMessagePart> = z.lazy(() =>
  z
    .union([
      z
        .object({
          type: z.literal("start"),
          messageId: id.describe("The run's id."),
          messageMetadata: z.object(startFields),
        })
        .meta({ id: "UiStartPart" }),
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
      z
        .object({
          type: z.literal("data-citations"),
          data: z.object({
            text: z.string(),
            tool_use_id: id,
            citations: z.array(z.int().min(0)),
            source_ids: z.array(id),
            quote: z.string().exactOptional(),
          }),
        })
        .meta({ id: "UiCitationsPart" }),
      z
        .object({
          type: z.literal("data-credential"),
          data: z.object({ tool_use_id: id, name: z.string(), credential: credentialName }),
        })
        .meta({ id: "UiCredentialPart" }),
      z
        .object({
          type: z.literal("data-refusal"),
          data: z.object({
            tool_use_id: id,
            name: z.string(),
            credential: credentialName.exactOptional(),
            content: z.unknown(),
            refusal_reason: z.string(),
            error_code: dispatchErrorCode,
          }),
        })
        .meta({ id: "UiRefusalPart" }),
      z
        .object({
          type: z.literal("data-possible-duplicate"),
          data: z.object({ tool_use_id: id, name: z.string() }),
        })
        .meta({ id: "UiPossibleDuplicatePart" }),
      z
        .object({ type: z.literal("data-approval"), data: z.object(waitingCall) })
        .meta({ id: "UiApprovalPart" }),
      z
        .object({
          type: z.literal("data-unverified"),
          data: z.object({ text: z.string(), verdict, reason: z.string() }),
        })
        .meta({ id: "UiUnverifiedPart" }),
      z
        .object({
          type: z.literal("data-error"),
          data: z.object({ error_code: z.string(), message: z.string() }),
        })
        .meta({ id: "UiErrorPart" }),
      z.object({ type: z.literal("error"), errorText: z.string() }),
      z
        .object({
          type: z.literal("finish"),
          finishReason: z.enum(["stop", "length", "error", "other"]),
          messageMetadata: z.object({ stop_reason: stopReason, usage, elapsed_ms: z.int().min(0) }),
        })
        .meta({ id: "UiFinishPart" }),
    ])
    .meta({
      id: "UiMessagePart",
      description:
        "A part of the AI SDK's UI message stream, version 1, as read by `useChat` and `readUIMessageStream`.",
    }),
);
