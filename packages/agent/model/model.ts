import type { Deadline } from "@plumbline/core/clock/clock.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { SpanContext } from "@plumbline/core/tracing/tracer.ts";

/** The supported model services. In a separate file, so that settings can be read without loading a model. */
export const MODEL_PROVIDERS = ["bedrock", "anthropic", "openai-compatible"] as const;

export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** A language model accessed through a driver. */
export interface Model {
  /** The provider's name for the model. */
  readonly id: string;
  /**
   * Streams one turn of the model: pieces of text, then tool calls, then always `finish`. The retry policy
   * applies until the first event. Leaving the stream early closes its connection; before the first event,
   * only the signal does. Throws ModelError.
   */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
  /** Reads a key that is loaded on first use, so that a failure is reported before the answer starts. */
  ready?(): Promise<unknown>;
}

/** Required format of an answer: a name for the provider, and a JSON Schema. */
export interface AnswerFormat {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  /** System prompt. "" for none. */
  system: string;
  /** Messages, oldest first. The last is a user's or a tool's. */
  messages: readonly ModelMessage[];
  /** Tools that the model may call, sent in the provider's format. */
  tools: readonly Tool[];
  /** `none` offers no tool and converts the results of earlier calls to text. Defaults to `auto`. */
  toolChoice?: "auto" | "none" | undefined;
  /** Makes the model write exactly one JSON object in this format. Works only without tools. */
  schema?: AnswerFormat | undefined;
  /** Maximum number of tokens to write. Defaults to the provider's limit. */
  maxOutputTokens?: number | undefined;
  /** 0 selects only the likeliest words. Defaults to the model's default. Some models reject this setting. */
  temperature?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Deadline of the turn, including waits and retries. */
  deadline: Deadline;
  /** Tenant whose tokens are counted in metrics. Not sent to the provider. */
  tenantId?: string | undefined;
  /** Parent span of the request. Without it, the request is not traced. */
  span?: SpanContext | undefined;
}

export type ModelMessage =
  | { readonly role: "user"; readonly text: string }
  | AssistantMessage
  | { readonly role: "tool"; readonly results: readonly ToolResult[] };

/** An earlier turn of the model. Pass back the message of `finish` unchanged. */
export interface AssistantMessage {
  readonly role: "assistant";
  readonly text: string;
  readonly toolCalls?: readonly ToolCall[];
  /** The model's reasoning, which some providers require back during a tool loop. Never shown to anybody. */
  readonly reasoning?: readonly Reasoning[];
}

/**
 * A tool call by the model. `arguments` is any JSON value. `malformed` is the original text if it is not
 * JSON.
 */
export type ToolCall = {
  readonly id: string;
  /**
   * Name in the registry (`social_post:microblog`). For a tool that was not offered, the name that the model
   * gave.
   */
  readonly name: string;
  readonly providerData?: ProviderData;
} & ({ readonly arguments: unknown } | { readonly malformed: string });

export interface Reasoning {
  readonly text: string;
  readonly providerData?: ProviderData;
}

/** A provider's opaque signatures for a part of its answer. Passed back together with that part. */
export type ProviderData = Readonly<Record<string, JsonObject>>;

type JsonObject = { [name: string]: JsonValue | undefined };
type JsonValue = null | string | number | boolean | JsonObject | JsonValue[];

export interface ToolResult {
  readonly toolCallId: string;
  readonly name: string;
  /** Text is passed to the model unchanged, other values as JSON. */
  readonly content: unknown;
  readonly isError: boolean;
}

export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  | ({ readonly type: "tool_call" } & ToolCall)
  | {
      readonly type: "finish";
      readonly reason: FinishReason;
      readonly usage: ModelUsage;
      /** The whole turn, to insert before the results of its calls in the next request. */
      readonly message: AssistantMessage;
    };

/** Why the model stopped. Always `tool_calls` if it called a tool, whatever the provider reports. */
export type FinishReason = "stop" | "tool_calls" | "length" | "content_filter" | "other";

/** Token counts reported by the provider, or 0. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}
