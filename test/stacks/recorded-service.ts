import { AsyncLocalStorage } from "node:async_hooks";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { ProviderEndpoints } from "@plumbline/adapters/providers.ts";
import type { ModelSettings } from "@plumbline/agent/model/configured-model.ts";
import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { KeyService } from "@plumbline/core/credentials/vault/key-service.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { createService } from "@plumbline/service/create-service.ts";
import type { Service } from "@plumbline/service/service.ts";
import { EMBEDDED_KEY_TABLE, EMBEDDED_TABLE, openEmbeddedStore } from "../support/dynalite/embedded-table.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { unreachableProviders } from "../support/unreachable-providers.ts";
import { wrappingKeyService } from "../support/wrapping-key-service.ts";

export interface RecordedService {
  /** A service with nothing cached yet, as a new sandbox has it; all share the store. */
  fresh(): Service;
  clock: ManualClock;
  /**
   * IAM actions that the calls since the last time needed, sorted; on the table's index as
   * `dynamodb:Query on gsi1`.
   */
  takeActions(): Promise<string[]>;
  /** Does what another function does meanwhile: none of it counts. */
  elsewhere<Made>(run: (service: Service) => Promise<Made>): Promise<Made>;
  /** Does such a thing when a tenant's data key is made. */
  atDataKeyOf(tenantId: string, run: (service: Service) => Promise<void>): void;
  /** Does such a thing when the first event of a tenant's watch is written. */
  atEventOf(tenantId: string, run: (service: Service) => Promise<void>): void;
  close(): Promise<void>;
}

export interface RecordedServiceOptions {
  /** The sandbox servers that are to be reached. */
  endpoints?: Partial<ProviderEndpoints>;
  model?: ModelSettings;
  egressAllow?: string;
}

type SentCommand = Parameters<DynamoDBClient["send"]>[0];

/** The service on an embedded store, watched from the side of IAM. */
export async function startRecordedService(options: RecordedServiceOptions): Promise<RecordedService> {
  const actions = new Set<string>();
  // By the chain of calls, as what is done elsewhere runs beside what is recorded.
  const isElsewhere = new AsyncLocalStorage<true>();
  const record = (action: string) => {
    if (!isElsewhere.getStore()) actions.add(action);
  };
  const atDataKeyOf = new Map<string, (service: Service) => Promise<void>>();
  const atEventOf = new Map<string, (service: Service) => Promise<void>>();
  const embedded = await openEmbeddedStore({ sendsDirectly: true });
  const { client } = embedded;
  const send: (command: SentCommand) => Promise<unknown> = client.send.bind(client);
  client.send = async (command: SentCommand) => {
    const { input } = command;
    const tenantId = tenantOfEvent(input);
    const run = atEventOf.get(tenantId);
    atEventOf.delete(tenantId);
    if (run) await elsewhere(run);
    const index = "IndexName" in input ? ` on ${input.IndexName}` : "";
    for (const { action, table } of requestedActions(command.constructor.name, input)) {
      const where = table === EMBEDDED_KEY_TABLE ? " on the key table" : index;
      record(`dynamodb:${action}${where}`);
    }
    return send(command);
  };
  const table = new TableClient(client, EMBEDDED_TABLE);
  const keyTable = new TableClient(client, EMBEDDED_KEY_TABLE);
  const clock = new ManualClock();
  const random = seededRandom("recorded service");
  const wrapping = wrappingKeyService(random);
  const keys: KeyService = {
    async generateDataKey(context) {
      const run = atDataKeyOf.get(context.tenant_id);
      if (run) await elsewhere(run);
      record("kms:GenerateDataKey");
      return wrapping.generateDataKey(context);
    },
    unwrapDataKey(wrapped, context) {
      record("kms:Decrypt");
      return wrapping.unwrapDataKey(wrapped, context);
    },
  };
  const egressAllow = parseEgressAllow(options.egressAllow ?? "");
  const extraCertificates = sandboxCertificate().cert;
  const egress = openEgress({ clock, allow: egressAllow, extraCertificates });
  const logs: Pick<Service["callLog"], "flush">[] = [];
  const create = (callDays: number) =>
    createService({
      stage: "test",
      stores: createDynamoStores(table, keyTable, clock),
      keys,
      egress,
      egressAllow,
      search: {},
      model: options.model,
      endpoints: { ...unreachableProviders, ...options.endpoints },
      watches: { eventDays: 90, mostPerTenant: 1_000 },
      callDays,
      deliveryQueue: { send: async () => record("sqs:SendMessage") },
      corsOrigins: [],
      clock,
      random,
      logger: createLogger(() => undefined, clock, "error"),
    });
  const fresh = () => {
    const service = create(30);
    logs.push(service.callLog);
    return service;
  };
  const elsewhere = <Made>(run: (service: Service) => Promise<Made>): Promise<Made> =>
    isElsewhere.run(true, () => run(create(0)));
  return {
    fresh,
    clock,
    elsewhere,
    atDataKeyOf: (tenantId, run) => atDataKeyOf.set(tenantId, run),
    atEventOf: (tenantId, run) => atEventOf.set(tenantId, run),
    async takeActions() {
      // As every function does before its invocation ends.
      for (const log of logs.splice(0)) await log.flush();
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

/**
 * The actions that IAM asks for. A transaction takes the actions of its parts (docs.aws.amazon.com/
 * amazondynamodb/latest/developerguide/transaction-apis-iam.html).
 */
function requestedActions(commandName: string, input: object): { action: string; table: string }[] {
  const { TableName, RequestItems = {}, TransactItems = [] } = Object(input);
  const parts = (TransactItems as Record<string, { TableName: string }>[]).flatMap(Object.entries);
  if (parts.length > 0)
    return parts.map(([part, { TableName }]) => ({
      action: `${part.replace(/Item$/, "")}Item`,
      table: TableName,
    }));
  const action = commandName.replace(/Command$/, "");
  const tables: string[] = TableName === undefined ? Object.keys(RequestItems) : [TableName];
  return tables.map((table) => ({ action, table }));
}

/** Whose event a request puts; empty for any other request. */
function tenantOfEvent(input: object): string {
  const { content_cipher, tenant_id } = Object("Item" in input ? input.Item : undefined);
  return content_cipher ? String(tenant_id.S) : "";
}
