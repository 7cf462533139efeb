import { StoredCredentials } from "@plumbline/core/credentials/stored-credentials.ts";
import type { PlatformStores } from "@plumbline/service/entity-stores.ts";

/** Credentials over a platform's own records: nothing is signed, and the key table learns of no version. */
export function uncheckedCredentials({ records, labelClaims }: PlatformStores): StoredCredentials {
  return new StoredCredentials(Object.assign(records, { end: async () => undefined }), labelClaims);
}
