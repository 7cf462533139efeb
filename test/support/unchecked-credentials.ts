import { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import type { PlatformStores } from "@plumbline/service/entity-stores.ts";

/** Credentials over a platform's own records: nothing is signed, and the key table learns of no version. */
export function uncheckedCredentials({ records, labelClaims }: PlatformStores): CredentialStore {
  return new CredentialStore(
    Object.assign(records, { end: async () => undefined, discard: async () => false }),
    labelClaims,
  );
}
