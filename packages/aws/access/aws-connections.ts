import type { Clock } from "@plumbline/core/clock/clock.ts";

/**
 * Milliseconds of rest after which a connection is not used again. DynamoDB ends idle ones after a minute
 * (github.com/aws/aws-sdk-java/issues/1365); nothing promises that.
 */
export const AWS_KEEP_ALIVE_MS = 20_000;

/** A client of the SDK: what `destroy` closes is opened anew by the next request. */
export interface Destroyable {
  destroy(): void;
}

/**
 * The connections of one process to AWS's services. A process that the platform freezes does not learn that
 * the other side has closed them; the SDK tries again then, but a conditional write that was taken before the
 * connection broke would be refused the second time. So after a long rest they are closed, and new ones
 * opened.
 */
export class AwsConnections {
  readonly #clock: Clock;
  readonly #clients: Destroyable[] = [];
  #restedAt: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Answers the client itself; its connections are these from now on. */
  of<Client extends Destroyable>(client: Client): Client {
    this.#clients.push(client);
    return client;
  }

  /**
   * Work is done and no request under way, as `wake` would cut it off; the process may be frozen from now on.
   */
  rest(): void {
    this.#restedAt = this.#clock.now();
  }

  /** Before the next piece of work. */
  wake(): void {
    const stale = this.#restedAt !== undefined && this.#clock.now() - this.#restedAt > AWS_KEEP_ALIVE_MS;
    this.#restedAt = undefined;
    if (stale) for (const client of this.#clients) client.destroy();
  }
}
