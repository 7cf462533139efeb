import type { ChatRequest } from "./chat-request.ts";

/** A call as the model writes it: `arguments` is sent as it is, JSON or not. */
export interface TurnCall {
  readonly name: string;
  readonly arguments: string;
}

/** What the model says in one turn: text first, then calls. With neither it says nothing at all. */
export interface Turn {
  readonly text?: string;
  readonly calls?: readonly TurnCall[];
  /** `tool_calls` where it calls, else `stop`, unless told. */
  readonly finishReason?: "stop" | "tool_calls" | "length" | "content_filter";
}

/** How a model answers: the same request gives the same turn. */
export type Behaviour = (request: ChatRequest) => Turn;
