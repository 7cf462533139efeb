import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { CredentialName } from "@plumbline/core/credentials/credential.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Connects } from "./connects.ts";

/** A link is reused while it has at least this much time left. */
const MIN_REMAINING_MS = 30 * 60_000;
const MAX_LINKS = 1_000;

/**
 * Creates links for refusals, each limited to renewing one credential. Repeated calls get the same link, so
 * that a client that fails in a loop does not fill the store. The token is only kept in memory.
 */
export class ReconnectLinks {
  readonly #connects: Connects;
  readonly #clock: Clock;
  readonly #links = new Map<string, { token: string; expiresAt: number }>();

  constructor(connects: Connects, clock: Clock) {
    this.#connects = connects;
    this.#clock = clock;
  }

  /** Returns the token of a link; `undefined` if the credential cannot be renewed by one. */
  async getToken(tenantId: string, { id, kind }: CredentialName): Promise<string | undefined> {
    if (!this.#connects.canConnect(kind)) return undefined;
    const key = `${tenantId}/${id}`;
    const known = this.#links.get(key);
    if (known && known.expiresAt - this.#clock.now() >= MIN_REMAINING_MS && (await this.#isOpen(known.token)))
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
    this.#links.delete(key);
    this.#links.set(key, made);
    const oldest = this.#links.keys().next().value;
    if (this.#links.size > MAX_LINKS && oldest !== undefined) this.#links.delete(oldest);
  }
}
