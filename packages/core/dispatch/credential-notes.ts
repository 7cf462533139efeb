import type { Secret } from "../access/secret.ts";
import { AtMostEvery, type Clock, timestamp } from "../clock/clock.ts";
import type { CredentialRecord } from "../credentials/credential.ts";
import type { CredentialStore } from "../credentials/credential-store.ts";
import type { AdapterError } from "../errors/adapter-error.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import { redactText } from "./redaction.ts";

/** A watch uses its credential at every poll; its last use is not worth a write each time. */
const NOTE_USE_EVERY_MS = 3_600_000;

/** Keeps a credential's last use (exact to an hour) and its last refusal. A store that cannot take a note costs nobody the call. */
export class CredentialNotes {
  readonly #store: CredentialStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #uses: AtMostEvery;

  constructor(store: CredentialStore, clock: Clock, logger: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#logger = logger;
    this.#uses = new AtMostEvery(clock, NOTE_USE_EVERY_MS);
  }

  async worked(record: CredentialRecord): Promise<void> {
    if (record.last_error !== null) await this.#note(record, { lastError: null });
    const notedAt = Date.parse(record.last_used_at ?? "");
    // Another process may have noted it.
    if (this.#clock.now() - notedAt < NOTE_USE_EVERY_MS) return;
    if (this.#uses.take(record.id)) await this.#note(record, { lastUsedAt: timestamp(this.#clock.now()) });
  }

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
