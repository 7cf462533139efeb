import { DynamoAccessStore } from "@plumbline/aws/dynamodb/dynamo-access-store.ts";
import { DynamoCredentialStore } from "@plumbline/aws/dynamodb/dynamo-credential-store.ts";
import { DynamoDataKeyStore } from "@plumbline/aws/dynamodb/dynamo-data-key-store.ts";
import { DynamoIdempotencyStore } from "@plumbline/aws/dynamodb/dynamo-idempotency-store.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { seededRandom } from "@plumbline/core/clock/random.ts";
import type { KeyService } from "@plumbline/core/credentials/vault/key-service.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import type { ModelSettings } from "@plumbline/core/model/configured-model.ts";
import { createService } from "@plumbline/http/create-service.ts";
import type { Service } from "@plumbline/http/service.ts";
import { EMBEDDED_TABLE, openEmbeddedStore } from "@plumbline/local/store/embedded-store.ts";
import { unreachableProviders } from "../support/unreachable-providers.ts";
import { wrappingKeyService } from "../support/wrapping-key-service.ts";

export interface RecordedService {
  /** A service with nothing cached yet, as a new sandbox has it; all share the store. */
  fresh(): Service;
  /** IAM actions that the calls since the last time needed, sorted. */
  takeActions(): string[];
  close(): Promise<void>;
}

/** The service on an embedded store, watched from the side of IAM. */
export async function startRecordedService(
  chatappBaseUrl: string,
  model: ModelSettings,
): Promise<RecordedService> {
  const actions = new Set<string>();
  const embedded = await openEmbeddedStore();
  embedded.client.middlewareStack.add(
    (next, { commandName = "" }) => {
      return (input) => {
        actions.add(`dynamodb:${commandName.replace(/Command$/, "")}`);
        return next(input);
      };
    },
    { step: "initialize" },
  );
  const table = new TableClient(embedded.client, EMBEDDED_TABLE);
  const clock = new ManualClock();
  const random = seededRandom("recorded service");
  const wrapping = wrappingKeyService(random);
  const keys: KeyService = {
    generateDataKey(context) {
      actions.add("kms:GenerateDataKey");
      return wrapping.generateDataKey(context);
    },
    unwrapDataKey(wrapped, context) {
      actions.add("kms:Decrypt");
      return wrapping.unwrapDataKey(wrapped, context);
    },
  };
  const egressAllow = parseEgressAllow("");
  const egress = openEgress({ clock, allow: egressAllow });
  return {
    fresh: () =>
      createService({
        stage: "test",
        stores: {
          access: new DynamoAccessStore(table, clock),
          credentials: new DynamoCredentialStore(table),
          dataKeys: new DynamoDataKeyStore(table),
          idempotency: new DynamoIdempotencyStore(table),
        },
        keys,
        egress,
        egressAllow,
        search: {},
        model,
        endpoints: { ...unreachableProviders, chatapp: { baseUrl: chatappBaseUrl } },
        corsOrigins: [],
        clock,
        random,
        logger: createLogger(() => undefined, clock, "error"),
      }),
    takeActions() {
      const taken = [...actions].sort();
      actions.clear();
      return taken;
    },
    async close() {
      await egress.close();
      await embedded.close();
    },
  };
}
