import type { Deadline } from "@plumbline/core/clock/clock.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { SpanContext } from "@plumbline/core/tracing/tracer.ts";

/**
 * The supported model services. In a file of its own, so that settings can be read without loading a model.
 */
export const MODEL_PROVIDERS = ["bedrock", "anthropic", "openai-compatible"] as const;

export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** A language model accessed through a driver. */
export interface Model {
  /** The provider's name for the model. */
  readonly id: string;
  /**
   * Streams one turn of the model: pieces of text, then tool calls, then always `finish`. The retry policy
   * applies until the first event, never after it. Leaving the stream early closes its connection; before the
   * first event, only the signal does. Throws ModelError.
   */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
  /** Reads a key that is loaded on first use, so that a failure shows before the answer begins. */
  ready?(): Promise<unknown>;
}

/** The required format of an answer: a name for the provider, and a JSON Schema. */
export interface AnswerForm {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A request to a model. */
export interface ModelRequest {
  /** "" for no system prompt. */
  system: string;
  /** Oldest first. The last is a user's or a tool's. */
  messages: readonly ModelMessage[];
  /** The tools that the model may call, sent in its provider's format. */
  tools: readonly Tool[];
  /** `none`: no tool is offered, and the results of earlier calls become text. Defaults to `auto`. */
  toolChoice?: "auto" | "none" | undefined;
  /** Makes the model write exactly one JSON object in this format. Only without tools. */
  schema?: AnswerForm | undefined;
  /** Limit of tokens to write. Defaults to the provider's. */
  maxOutputTokens?: number | undefined;
  /** 0 selects only the likeliest words. Defaults to the model's own. Some models reject this setting. */
  temperature?: number | undefined;
  signal?: AbortSignal | undefined;
  /** The turn must be over by then, including waits and retries. */
  deadline: Deadline;
  /** The tenant to count tokens for in metrics; not sent to the provider. */
  tenantId?: string | undefined;
  /** The span that the request belongs to. Without it, the request is not traced. */
  span?: SpanContext | undefined;
}

export type ModelMessage =
  | { readonly role: "user"; readonly text: string }
  | AssistantMessage
  | { readonly role: "tool"; readonly results: readonly ToolResult[] };

/** An earlier turn of the model. The one from `finish` must be passed back unchanged. */
export interface AssistantMessage {
  readonly role: "assistant";
  readonly text: string;
  readonly toolCalls?: readonly ToolCall[];
  /** The model's reasoning, for providers that require it back during a tool loop. Never shown to anybody. */
  readonly reasoning?: readonly Reasoning[];
}

/**
 * A tool call by the model. `arguments` is any JSON value; `malformed` is the original text if it is not
 * JSON.
 */
export type ToolCall = {
  readonly id: string;
  /**
   * Name in the registry (`social_post:microblog`). A tool that was not offered keeps the name that the model
   * gave it.
   */
  readonly name: string;
  readonly providerData?: ProviderData;
} & ({ readonly arguments: unknown } | { readonly malformed: string });

export interface Reasoning {
  readonly text: string;
  readonly providerData?: ProviderData;
}

/** A provider's opaque signatures on a part of its answer. Passed back together with that part. */
export type ProviderData = Readonly<Record<string, JsonObject>>;

type JsonObject = { [name: string]: JsonValue | undefined };
type JsonValue = null | string | number | boolean | JsonObject | JsonValue[];

/** The result of one tool call. */
export interface ToolResult {
  readonly toolCallId: string;
  readonly name: string;
  /** Text is passed to the model as it is, other values as JSON. */
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
      /** The whole turn, to be inserted before the results of its calls in the next request. */
      readonly message: AssistantMessage;
    };

/** Why the model stopped. Always `tool_calls` if it called a tool, whatever its provider reports. */
export type FinishReason = "stop" | "tool_calls" | "length" | "content_filter" | "other";

/** Token counts of the provider; 0 if it reports none. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}
