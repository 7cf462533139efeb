import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { CredentialName } from "@plumbline/core/credentials/credential.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Connects } from "./connects.ts";

/** A link is reused while it has at least this much time left. */
const MIN_LEFT_MS = 30 * 60_000;
const MAX_KEPT = 1_000;

/**
 * Creates links for refusals, each limited to renewing one credential. Repeated calls get the same link, so
 * that a client that fails in a loop does not fill the store. The token is only kept in memory.
 */
export class ReconnectLinks {
  readonly #connects: Connects;
  readonly #clock: Clock;
  readonly #made = new Map<string, { token: string; expiresAt: number }>();

  constructor(connects: Connects, clock: Clock) {
    this.#connects = connects;
    this.#clock = clock;
  }

  /** Returns the token of a link; `undefined` if the credential cannot be renewed by one. */
  async tokenFor(tenantId: string, { id, kind }: CredentialName): Promise<string | undefined> {
    if (!this.#connects.canConnect(kind)) return undefined;
    const key = `${tenantId}/${id}`;
    const known = this.#made.get(key);
    if (known && known.expiresAt - this.#clock.now() >= MIN_LEFT_MS && (await this.#isOpen(known.token)))
      return known.token;
    try {
      const { token, expiresAt } = await this.#connects.createLink(tenantId, { kind, credential_id: id });
      this.#keep(key, { token: token.reveal(), expiresAt: Date.parse(expiresAt) });
      return token.reveal();
    } catch (error) {
      // The credential was revoked or deleted, or the store failed: refuse without a link.
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  }

  async #isOpen(token: string): Promise<boolean> {
    return (await this.#connects.open(token)).state === "open";
  }

  #keep(key: string, made: { token: string; expiresAt: number }): void {
    this.#made.delete(key);
    this.#made.set(key, made);
    const oldest = this.#made.keys().next().value;
    if (this.#made.size > MAX_KEPT && oldest !== undefined) this.#made.delete(oldest);
  }
}
