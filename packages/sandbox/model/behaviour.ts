import type { ChatRequest } from "./chat-request.ts";

/** A call as the model writes it: `arguments` is sent as it is, JSON or not. */
export interface TurnCall {
  readonly name: string;
  readonly arguments: string;
}

/** The model's output in one turn: text first, then calls. Without either, the turn is empty. */
export interface Turn {
  readonly text?: string;
  readonly calls?: readonly TurnCall[];
  /** Defaults to `tool_calls` when the turn has calls, else to `stop`. */
  readonly finishReason?: "stop" | "tool_calls" | "length" | "content_filter";
}

/** A model's way of answering: the same request gives the same turn. */
export type Behaviour = (request: ChatRequest) => Turn;
