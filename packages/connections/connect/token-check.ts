import type { ConnectionChecks } from "@plumbline/adapters/adapter-tools.ts";
import type { CallOwner } from "@plumbline/core/access/caller.ts";
import type { Secret } from "@plumbline/core/access/secret.ts";
import type { CredentialHealth, CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import type { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import type { Credentials } from "@plumbline/core/credentials/credentials.ts";
import {
  CredentialResolver,
  type CredentialResolverOptions,
  type OpenCredential,
} from "@plumbline/core/credentials/resolver.ts";
import { CredentialNotes } from "@plumbline/core/dispatch/attempts.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type {
  DispatchFailure,
  DispatchResult,
  DispatchSuccess,
} from "@plumbline/core/dispatch/dispatch-result.ts";
import { Dispatcher, type DispatcherOptions } from "@plumbline/core/dispatch/dispatcher.ts";
import { parseAccount } from "./account.ts";

/** A token that is not stored yet, with its future record. */
export interface UnstoredCredential {
  record: CredentialRecord;
  token: Secret;
}

export interface TokenCheckOptions {
  checks: ConnectionChecks;
  dispatcher: Omit<DispatcherOptions, "resolver" | "notes">;
  resolver: CredentialResolverOptions;
}

interface StoredTokenTestOptions {
  checks: ConnectionChecks;
  dispatcher: Pick<Dispatcher, "run">;
  credentials: Pick<Credentials, "noteAccount">;
}

/** Tests stored tokens with their providers. */
export class StoredTokenTest {
  readonly #options: StoredTokenTestOptions;

  constructor(options: StoredTokenTestOptions) {
    this.#options = options;
  }

  /**
   * Runs the connection check of a credential's kind. Stores the account that the provider reports. Returns
   * `undefined` if the kind has no check.
   */
  async run(
    owner: CallOwner,
    record: CredentialRecord,
    options: CallOptions,
  ): Promise<StoredTest | undefined> {
    const { checks, dispatcher, credentials } = this.#options;
    const check = await checks.find(record);
    if (!check) return undefined;
    const result = await dispatcher.run(owner, check.test, { credential_id: record.id }, options);
    if (!result.ok) return { result };
    const { account, scopes } = parseAccount(result.result);
    const health = await credentials.noteAccount(record, account);
    return { result, name: account.name, scopes, health };
  }
}

/** The result of a test, and what it found out if it succeeded. */
type StoredTest =
  | { result: DispatchFailure }
  | {
      result: DispatchSuccess;
      /** The name of the account. */
      name: string | undefined;
      scopes: readonly string[] | undefined;
      health: CredentialHealth;
    };

/** Asks a provider for the account of a token before anything is stored. */
export class TokenCheck {
  readonly #options: TokenCheckOptions;

  constructor(options: TokenCheckOptions) {
    this.#options = options;
  }

  /** Runs the kind's connection check. Returns `undefined` if the kind has no check. */
  async run(unstored: UnstoredCredential, options: CallOptions): Promise<DispatchResult | undefined> {
    const { checks, dispatcher, resolver } = this.#options;
    const { record } = unstored;
    const check = await checks.find(record);
    if (!check) return undefined;
    const checker = new Dispatcher({
      ...dispatcher,
      resolver: new UnstoredResolver(unstored, resolver),
      notes: new CredentialNotes(NO_NOTES, dispatcher.clock, dispatcher.logger),
    });
    return checker.run({ tenantId: record.tenant_id }, check.test, { credential_id: record.id }, options);
  }
}

/** Resolves only this credential, whose token is already decrypted. */
class UnstoredResolver extends CredentialResolver {
  readonly #unstored: UnstoredCredential;

  constructor(unstored: UnstoredCredential, options: CredentialResolverOptions) {
    super(options);
    this.#unstored = unstored;
  }

  override async find(): Promise<CredentialRecord> {
    return this.#unstored.record;
  }

  override async open({ id, kind, label, metadata }: CredentialRecord): Promise<OpenCredential> {
    return { id, kind, label, metadata, token: this.#unstored.token };
  }
}

/** Stores nothing: the connect evaluates the result, and the credential to be replaced stays unchanged. */
const NO_NOTES: Pick<CredentialStore, "noteUse"> = { noteUse: async () => undefined };
