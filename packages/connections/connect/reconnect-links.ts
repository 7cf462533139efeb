import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { CredentialName } from "@plumbline/core/credentials/credential.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Connects } from "./connects.ts";

/** A link is repeated while it has so much time left. */
const LEAST_LEFT_MS = 30 * 60_000;
const MAX_KEPT = 1_000;

/**
 * Links that can only renew one credential, for refusals. A client that tries again and again gets the same
 * link, so that a failing loop does not fill the store; the token is kept in memory alone.
 */
export class ReconnectLinks {
  readonly #connects: Connects;
  readonly #clock: Clock;
  readonly #made = new Map<string, { token: string; expiresAt: number }>();

  constructor(connects: Connects, clock: Clock) {
    this.#connects = connects;
    this.#clock = clock;
  }

  /** The token of a link; `undefined` for a credential that cannot be renewed by one. */
  async tokenFor(tenantId: string, { id, kind }: CredentialName): Promise<string | undefined> {
    if (!this.#connects.canConnect(kind)) return undefined;
    const key = `${tenantId}/${id}`;
    const known = this.#made.get(key);
    if (known && known.expiresAt - this.#clock.now() >= LEAST_LEFT_MS && (await this.#isOpen(known.token)))
      return known.token;
    try {
      const { token, expiresAt } = await this.#connects.createLink(tenantId, { kind, credential_id: id });
      this.#keep(key, { token: token.reveal(), expiresAt: Date.parse(expiresAt) });
      return token.reveal();
    } catch (error) {
      // Revoked or gone meanwhile, or the store cannot take it: the refusal stands without a link.
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
