import type { Clock } from "@plumbline/core/clock/clock.ts";

/**
 * Idle time in milliseconds after which a connection is not reused. DynamoDB closes idle connections after
 * about a minute, which is observed but not documented (github.com/aws/aws-sdk-java/issues/1365).
 */
export const AWS_KEEP_ALIVE_MS = 20_000;

/** An SDK client. After `destroy`, its next request opens new connections. */
export interface Destroyable {
  destroy(): void;
}

/**
 * Manages the connections of one process to AWS. While the platform freezes a process, the process does not
 * notice that the other side closes its connections. The SDK would then retry, but a conditional write that
 * had succeeded would be refused the second time. Therefore, connections are closed after a long idle time.
 */
export class AwsConnections {
  readonly #clock: Clock;
  readonly #clients: Destroyable[] = [];
  #idleSince: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Registers a client, whose connections are then managed here. Returns the client. */
  register<Client extends Destroyable>(client: Client): Client {
    this.#clients.push(client);
    return client;
  }

  /**
   * Call after a piece of work, when no request is in progress, because `endIdle` would abort it. The process
   * may then be frozen.
   */
  beginIdle(): void {
    this.#idleSince = this.#clock.now();
  }

  /** Call before the next piece of work. */
  endIdle(): void {
    const stale = this.#idleSince !== undefined && this.#clock.now() - this.#idleSince > AWS_KEEP_ALIVE_MS;
    this.#idleSince = undefined;
    if (stale) for (const client of this.#clients) client.destroy();
  }
}
