import { matches, type RecordedRequest, type RequestMatch } from "./recorded-request.ts";

interface Waiter {
  readonly count: number;
  readonly match: RequestMatch;
  readonly resolve: (requests: readonly RecordedRequest[]) => void;
  readonly reject: (error: Error) => void;
}

/** The requests that a server has read, in order, and callers waiting for more. */
export class RequestLog {
  readonly requests: RecordedRequest[] = [];
  #waiters: Waiter[] = [];

  /** Records a complete request. */
  add(request: RecordedRequest): void {
    this.requests.push(request);
    const waiting = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiting) this.#settleOrKeep(waiter);
  }

  /** Resolves with the first `count` matching requests as soon as there are that many. */
  waitFor(count: number, match: RequestMatch): Promise<readonly RecordedRequest[]> {
    return new Promise((resolve, reject) => this.#settleOrKeep({ count, match, resolve, reject }));
  }

  /** Clears the requests. Waiting callers keep waiting and count from zero. */
  clear(): void {
    this.requests.length = 0;
  }

  /** Rejects all waiting callers with an error, because no more requests will arrive. */
  end(error: Error): void {
    const waiting = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiting) waiter.reject(error);
  }

  #settleOrKeep(waiter: Waiter): void {
    const found = this.requests.filter((request) => matches(waiter.match, request));
    if (found.length >= waiter.count) waiter.resolve(found.slice(0, waiter.count));
    else this.#waiters.push(waiter);
  }
}
