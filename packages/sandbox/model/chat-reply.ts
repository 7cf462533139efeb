import type { RecordedRequest } from "../server/recorded-request.ts";
import { cutBody, type Drip, type Reply, slowDrip } from "../server/reply.ts";
import type { Behaviour } from "./behaviour.ts";
import { type ChatRequest, ChatRequestError, readChatRequest } from "./chat-request.ts";
import { chatEvents, chatMessage } from "./chat-stream.ts";
import { modelInvalid } from "./model-failures.ts";

/**
 * A reply computed from the request, used in scripts. A request that the endpoint does not accept gets a 400.
 */
export type ChatReply = (request: RecordedRequest) => Reply;

/** Sends the turn at once. */
export function speaking(behaviour: Behaviour): ChatReply {
  return replying((chat) => chatMessage(chatEvents(behaviour(chat), chat)));
}

/** Sends the turn a few bytes at a time. Defaults to 24 bytes every 10 ms. */
export function slowly(behaviour: Behaviour, drip: Drip = { bytesPerChunk: 24, intervalMs: 10 }): ChatReply {
  return replying((chat) => slowDrip(chatMessage(chatEvents(behaviour(chat), chat)), drip));
}

/** Closes the connection after the first `count` events of the turn. Defaults to 4. */
export function cutOff(behaviour: Behaviour, count = 4): ChatReply {
  return replying((chat) => {
    const events = chatEvents(behaviour(chat), chat);
    const afterBytes = Buffer.byteLength(events.slice(0, count).join(""));
    return cutBody(chatMessage(events), { afterBytes, framing: "chunked" });
  });
}

/** Wraps `reply` so that a request that cannot be parsed gets the provider's refusal. */
export function replying(reply: (chat: ChatRequest) => Reply): ChatReply {
  return (request) => {
    try {
      return reply(readChatRequest(request));
    } catch (error) {
      if (error instanceof ChatRequestError) return modelInvalid(error.message);
      throw error;
    }
  };
}
