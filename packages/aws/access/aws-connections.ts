import type { Clock } from "@plumbline/core/clock/clock.ts";

/**
 * Milliseconds of idle time after which a connection is not reused. DynamoDB closes idle connections after
 * about a minute, which is observed behaviour and not documented (github.com/aws/aws-sdk-java/issues/1365).
 */
export const AWS_KEEP_ALIVE_MS = 20_000;

/** A client of the SDK. After `destroy`, the next request opens new connections. */
export interface Destroyable {
  destroy(): void;
}

/**
 * Manages the connections of one process to AWS. A process frozen by the platform does not notice when the
 * other side closes its connections. The SDK would then retry, but a conditional write that succeeded before
 * the connection broke would be refused the second time. Therefore, connections are closed after a long idle
 * time and new ones opened.
 */
export class AwsConnections {
  readonly #clock: Clock;
  readonly #clients: Destroyable[] = [];
  #restedAt: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Registers a client and returns it. From now on, its connections are managed here. */
  of<Client extends Destroyable>(client: Client): Client {
    this.#clients.push(client);
    return client;
  }

  /**
   * Call when work is done and no request is in progress, because `wake` would abort it. The process may be
   * frozen from now on.
   */
  rest(): void {
    this.#restedAt = this.#clock.now();
  }

  /** Call before the next piece of work. */
  wake(): void {
    const stale = this.#restedAt !== undefined && this.#clock.now() - this.#restedAt > AWS_KEEP_ALIVE_MS;
    this.#restedAt = undefined;
    if (stale) for (const client of this.#clients) client.destroy();
  }
}
