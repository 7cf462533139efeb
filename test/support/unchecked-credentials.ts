import { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import type { PlatformStores } from "@plumbline/service/entity-stores.ts";

/**
 * Returns credentials stored in a platform's own records, without signatures or versions in the key table.
 */
export function uncheckedCredentials({ records, labelClaims }: PlatformStores): CredentialStore {
  return new CredentialStore(
    Object.assign(records, { end: async () => undefined, discard: async () => false }),
    labelClaims,
  );
}
