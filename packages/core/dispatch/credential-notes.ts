import type { Secret } from "../access/secret.ts";
import type { Clock } from "../clock/clock.ts";
import { timestamp } from "../clock/timestamp.ts";
import type { CredentialRecord } from "../credentials/credential.ts";
import type { CredentialStore } from "../credentials/credential-store.ts";
import type { AdapterError } from "../errors/adapter-error.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import { redactText } from "./redaction.ts";

const NOTE_USE_EVERY_MS = 5 * 60_000;
const MAX_REMEMBERED = 10_000;

/** Keeps a credential's last use (at most every five minutes a process) and its last refusal. A store that cannot take a note costs nobody the call. */
export class CredentialNotes {
  readonly #store: CredentialStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #notedAt = new Map<string, number>();

  constructor(store: CredentialStore, clock: Clock, logger: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#logger = logger;
  }

  async worked(record: CredentialRecord): Promise<void> {
    const now = this.#clock.now();
    if (record.last_error !== null) await this.#note(record, { lastError: null });
    if (now - (this.#notedAt.get(record.id) ?? 0) < NOTE_USE_EVERY_MS) return;
    if (this.#notedAt.size >= MAX_REMEMBERED) this.#notedAt.clear();
    this.#notedAt.set(record.id, now);
    await this.#note(record, { lastUsedAt: timestamp(now) });
  }

  /** `secrets` are those of the call: what is kept of the provider's message is shown later, without them. */
  async refused(record: CredentialRecord, error: AdapterError, secrets: readonly Secret[]): Promise<void> {
    const lastError = {
      error_code: error.code,
      message: redactText(error.message, secrets),
      at: timestamp(this.#clock.now()),
    };
    await this.#note(record, { lastError });
  }

  async #note(record: CredentialRecord, use: Parameters<CredentialStore["noteUse"]>[2]): Promise<void> {
    try {
      await this.#store.noteUse(record.tenant_id, record.id, use);
    } catch (error) {
      this.#logger.log("warn", "credential_note_failed", {
        credential_id: record.id,
        ...describeUnexpected(error),
      });
    }
  }
}
