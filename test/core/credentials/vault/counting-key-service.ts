import type { Random } from "@plumbline/core/clock/clock.ts";
import type { KeyService } from "@plumbline/core/credentials/vault/key-service.ts";
import { wrappingKeyService } from "../../../support/wrapping-key-service.ts";

export interface CountingKeyService extends KeyService {
  /** One entry a key operation: what it was and for which tenant. */
  readonly operations: readonly string[];
  /** Every plaintext key it gave out. */
  readonly given: readonly Buffer[];
}

export function countingKeyService(random: Random): CountingKeyService {
  const keys = wrappingKeyService(random);
  const operations: string[] = [];
  const given: Buffer[] = [];
  return {
    operations,
    given,
    async generateDataKey(context) {
      operations.push(`generate ${context.tenant_id}`);
      const generated = await keys.generateDataKey(context);
      given.push(generated.plaintext);
      return generated;
    },
    async unwrapDataKey(wrapped, context) {
      operations.push(`unwrap ${context.tenant_id}`);
      const plaintext = await keys.unwrapDataKey(wrapped, context);
      given.push(plaintext);
      return plaintext;
    },
  };
}
