import { matches, type RecordedRequest, type RequestMatch } from "./recorded-request.ts";

interface Waiter {
  readonly count: number;
  readonly match: RequestMatch;
  readonly resolve: (requests: readonly RecordedRequest[]) => void;
  readonly reject: (error: Error) => void;
}

/** The requests a server has read, in order, and those who wait for more of them. */
export class RequestLog {
  readonly requests: RecordedRequest[] = [];
  #waiters: Waiter[] = [];

  /** Records a request that was read to its end. */
  add(request: RecordedRequest): void {
    this.requests.push(request);
    const waiting = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiting) this.#settleOrKeep(waiter);
  }

  /** Resolves with the first `count` requests that match, as soon as there are so many. */
  waitFor(count: number, match: RequestMatch): Promise<readonly RecordedRequest[]> {
    return new Promise((resolve, reject) => this.#settleOrKeep({ count, match, resolve, reject }));
  }

  /** Forgets the requests; who waits goes on waiting and counts from none. */
  clear(): void {
    this.requests.length = 0;
  }

  /** Ends every wait with an error: no request will come any more. */
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
