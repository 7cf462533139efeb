import type { Deadline } from "@plumbline/core/clock/clock.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";

/**
 * The kinds of model service there are drivers for. In a file of its own, so that settings are read without
 * loading a model.
 */
export const MODEL_PROVIDERS = ["bedrock", "anthropic", "openai-compatible"] as const;

export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** A language model behind one of the drivers. */
export interface Model {
  /** The provider's name of the model. */
  readonly id: string;
  /**
   * One turn of the model, as it is written: pieces of text, then the tools it calls, then `finish`, which
   * always comes last and always comes. Tried again by the retry policy until the first event, never after
   * it. A stream that is left early closes its connection; before the first event only the signal does.
   * Throws ModelError.
   */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
  /** Reads a key that is loaded at first use, so that a failure shows before the answer begins. */
  ready?(): Promise<unknown>;
}

/** The form of an answer: a name for the provider, and a JSON Schema. */
export interface AnswerForm {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A question to a model. */
export interface ModelRequest {
  /** "" for none. */
  system: string;
  /** Oldest first; the last is a user's or a tool's. */
  messages: readonly ModelMessage[];
  /** The tools it may call, told to it in its provider's form. */
  tools: readonly Tool[];
  /** `none`: no tool is offered, and the results of earlier calls become text; `auto` by default. */
  toolChoice?: "auto" | "none" | undefined;
  /** Have it write one JSON object of this form, and nothing else. Only without tools. */
  schema?: AnswerForm | undefined;
  /** Tokens it may write; the provider's own bound by default. */
  maxOutputTokens?: number | undefined;
  /** 0 for the likeliest words alone; the model's own by default. Some models refuse it. */
  temperature?: number | undefined;
  signal?: AbortSignal | undefined;
  /** By then the turn must be over, waits and tries included. */
  deadline: Deadline;
  /** Whose tokens these are, for the metrics; the provider is not told. */
  tenantId?: string | undefined;
}

export type ModelMessage =
  | { readonly role: "user"; readonly text: string }
  | AssistantMessage
  | { readonly role: "tool"; readonly results: readonly ToolResult[] };

/** A turn that the model said before. That of `finish` is handed back as it came. */
export interface AssistantMessage {
  readonly role: "assistant";
  readonly text: string;
  readonly toolCalls?: readonly ToolCall[];
  /**
   * Its thoughts on the way, for providers that want it back while a tool loop lasts. Never shown to
   * anybody.
   */
  readonly reasoning?: readonly Reasoning[];
}

/**
 * A tool the model calls. `arguments` is any JSON value; `malformed` is what it wrote where that is no JSON.
 */
export type ToolCall = {
  readonly id: string;
  /**
   * As the registry has it (`social_post:microblog`); a tool that was not offered keeps the name the model
   * gave it.
   */
  readonly name: string;
  readonly providerData?: ProviderData;
} & ({ readonly arguments: unknown } | { readonly malformed: string });

export interface Reasoning {
  readonly text: string;
  readonly providerData?: ProviderData;
}

/** A provider's own signatures on a part of its answer: opaque, and handed back with that part. */
export type ProviderData = Readonly<Record<string, JsonObject>>;

type JsonObject = { [name: string]: JsonValue | undefined };
type JsonValue = null | string | number | boolean | JsonObject | JsonValue[];

/** The result of one call. */
export interface ToolResult {
  readonly toolCallId: string;
  readonly name: string;
  /** A text goes to the model as it is, any other JSON value as JSON. */
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
      /** The whole turn, to be put before the results of its calls in the next request. */
      readonly message: AssistantMessage;
    };

/** Why the model stopped. `tool_calls` whenever it called one, whatever its provider says. */
export type FinishReason = "stop" | "tool_calls" | "length" | "content_filter" | "other";

/** As the provider counts them; 0 where it does not say. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}
