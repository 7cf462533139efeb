import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { CLIENT_BOUNDS } from "./client-bounds.ts";

/**
 * Milliseconds of rest after which a connection is not used again. DynamoDB ends idle ones after a minute
 * (github.com/aws/aws-sdk-java/issues/1365); nothing promises that.
 */
export const AWS_KEEP_ALIVE_MS = 20_000;

/**
 * The connections of one process to AWS's services, for its clients to share. A process that the platform freezes does not learn that the
 * other side has closed them; the SDK tries again then, but a conditional write that was taken before the connection broke would be
 * refused the second time. So after a long rest new ones are opened.
 */
export class AwsConnections {
  /** For a client's `requestHandler`. */
  readonly requestHandler: typeof CLIENT_BOUNDS.requestHandler & {
    readonly httpAgent: HttpAgent;
    readonly httpsAgent: HttpsAgent;
  };
  readonly #clock: Clock;
  #restedAt: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    const options = { keepAlive: true, maxSockets: 50 }; // as the SDK has it
    this.requestHandler = {
      ...CLIENT_BOUNDS.requestHandler,
      httpAgent: new HttpAgent(options),
      httpsAgent: new HttpsAgent(options),
    };
  }

  /** Work is done; the process may be frozen from now on. */
  rest(): void {
    this.#restedAt = this.#clock.now();
  }

  /** Before the next piece of work. */
  wake(): void {
    const stale = this.#restedAt !== undefined && this.#clock.now() - this.#restedAt > AWS_KEEP_ALIVE_MS;
    this.#restedAt = undefined;
    if (!stale) return;
    const { httpAgent, httpsAgent } = this.requestHandler;
    for (const { freeSockets } of [httpAgent, httpsAgent])
      for (const sockets of Object.values(freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }
}
