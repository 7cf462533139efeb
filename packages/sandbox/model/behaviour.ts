import type { ChatRequest } from "./chat-request.ts";

/** A call as the model writes it. `arguments` is sent unchanged, whether or not it is JSON. */
export interface TurnCall {
  readonly name: string;
  readonly arguments: string;
}

/** The model's output in one turn: text first, then calls. A turn may be empty. */
export interface Turn {
  readonly text?: string;
  readonly calls?: readonly TurnCall[];
  /** Defaults to `tool_calls` if the turn has calls, otherwise to `stop`. */
  readonly finishReason?: "stop" | "tool_calls" | "length" | "content_filter";
}

/** A model's behaviour. Deterministic: the same request gives the same turn. */
export type Behaviour = (request: ChatRequest) => Turn;
