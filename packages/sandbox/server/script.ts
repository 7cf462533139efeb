import { matches, RecordedRequest, type RequestHead, type RequestMatch } from "./recorded-request.ts";
import type { Reply } from "./reply.ts";

/** Returns a server's truthful reply to a request, based on its state. */
export type Handle = (request: RecordedRequest) => Reply | Promise<Reply>;

/** A scripted reply: fixed, or computed from the request and the truthful handler. */
export type ScriptedReply = Reply | ((request: RecordedRequest, handle: Handle) => Reply | Promise<Reply>);

interface Script {
  readonly match: RequestMatch;
  readonly replies: ScriptedReply[];
}

interface StandingScript {
  readonly match: RequestMatch;
  readonly reply: ScriptedReply;
}

/**
 * Carries out the request, but sends another reply. With a fault, the response is lost: a post succeeds but
 * the caller does not know.
 */
export function afterHandling(reply: Reply): ScriptedReply {
  return async (request, handle) => {
    await handle(request);
    return reply;
  };
}

/**
 * The scripted replies of a server. Each queued reply is used once; standing replies are used until they are
 * cleared.
 */
export class ScriptBook {
  #queued: Script[] = [];
  #standing: StandingScript[] = [];

  /** Queues replies to the next matching requests. */
  queue(match: RequestMatch, replies: readonly ScriptedReply[]): void {
    if (replies.length > 0) this.#queued.push({ match, replies: [...replies] });
  }

  /** Sets a reply to every matching request for which no reply is queued. The most recent match wins. */
  stand(match: RequestMatch, reply: ScriptedReply): void {
    this.#standing.unshift({ match, reply });
  }

  /** Returns the reply to this request. A queued reply is used only once. */
  take(request: RecordedRequest): ScriptedReply | undefined {
    const reply = this.#next(request);
    this.#queuedFor(request)?.replies.shift();
    this.#queued = this.#queued.filter((script) => script.replies.length > 0);
    return reply;
  }

  /** Returns the reset before reading the body, if that is the scripted reply to this request. */
  takeEarlyReset(head: RequestHead): Reply | undefined {
    if (this.#queued.length === 0 && this.#standing.length === 0) return undefined;
    const request = new RecordedRequest(head, Buffer.alloc(0));
    const reply = this.#next(request);
    if (typeof reply !== "object" || !("fault" in reply)) return undefined;
    if (reply.fault !== "reset_before_reading") return undefined;
    this.take(request);
    return reply;
  }

  clear(): void {
    this.#queued = [];
    this.#standing = [];
  }

  #next(request: RecordedRequest): ScriptedReply | undefined {
    const queued = this.#queuedFor(request);
    if (queued !== undefined) return queued.replies[0];
    return this.#standing.find((script) => matches(script.match, request))?.reply;
  }

  #queuedFor(request: RecordedRequest): Script | undefined {
    return this.#queued.find((script) => matches(script.match, request));
  }
}
