import type { Random } from "@plumbline/core/clock/clock.ts";
import { type KeyService, KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";

/**
 * Returns a key service without a master key, for tests only. It "wraps" a data key by writing its context
 * next to it.
 */
export function wrappingKeyService(random: Random): KeyService {
  return {
    async generateDataKey(context) {
      const plaintext = random.bytes(32);
      const wrapped = JSON.stringify({ key: plaintext.toString("base64"), context });
      return { plaintext, wrapped: Buffer.from(wrapped).toString("base64") };
    },
    async unwrapDataKey(wrapped, context) {
      const { key, context: bound } = JSON.parse(Buffer.from(wrapped, "base64").toString("utf8"));
      if (JSON.stringify(bound) !== JSON.stringify(context)) throw new KeyUnavailableError("not its context");
      return Buffer.from(key, "base64");
    },
  };
}
