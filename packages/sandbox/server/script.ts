import { matches, RecordedRequest, type RequestHead, type RequestMatch } from "./recorded-request.ts";
import type { Reply } from "./reply.ts";

/** A server's truthful answer to a request, from its state. */
export type Handle = (request: RecordedRequest) => Reply | Promise<Reply>;

/** One scripted reply: as it is, or made from the request, with the truthful answer at hand. */
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
 * The request is carried out truthfully and its answer thrown away for another reply. With a fault this is
 * the lost answer: a post that did happen though the caller never heard of it.
 */
export function afterHandling(reply: Reply): ScriptedReply {
  return async (request, handle) => {
    await handle(request);
    return reply;
  };
}

/**
 * The replies a test has laid out for a server: each queued one is used once, standing ones for as long as
 * they stand.
 */
export class ScriptBook {
  #queued: Script[] = [];
  #standing: StandingScript[] = [];

  /** Queues replies for the next requests that match. */
  queue(match: RequestMatch, replies: readonly ScriptedReply[]): void {
    if (replies.length > 0) this.#queued.push({ match, replies: [...replies] });
  }

  /**
   * Lays out a reply for every request that matches and has no queued one; the newest that matches counts.
   */
  stand(match: RequestMatch, reply: ScriptedReply): void {
    this.#standing.unshift({ match, reply });
  }

  /** The reply for this request, used up if it was a queued one. */
  take(request: RecordedRequest): ScriptedReply | undefined {
    const reply = this.#next(request);
    this.#queuedFor(request)?.replies.shift();
    this.#queued = this.#queued.filter((script) => script.replies.length > 0);
    return reply;
  }

  /** The reset that a request is to get before its body is read, if that is the reply for it. */
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
