import { type DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import { credentialKinds as kinds } from "@plumbline/adapters/credential-kinds.ts";
import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import type { Clock, Random } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { CredentialResolver } from "@plumbline/core/credentials/resolver.ts";
import type { KeyService } from "@plumbline/core/credentials/vault/key-service.ts";
import { CredentialNotes } from "@plumbline/core/dispatch/attempts.ts";
import { Dispatcher } from "@plumbline/core/dispatch/dispatcher.ts";
import { IdempotentCalls } from "@plumbline/core/dispatch/idempotency/idempotent-calls.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import type { RecordStore } from "@plumbline/core/records/record-store.ts";
import { groupTools, ToolRegistry } from "@plumbline/core/tool/tool-registry.ts";
import type { KeyedAnswer } from "../../../../packages/core/dispatch/idempotency/keyed-call.ts";
import { EMBEDDED_TABLE, openEmbeddedStore } from "../../../support/dynalite/embedded-table.ts";
import { checkedStores } from "../../../support/entity-stores.ts";
import { seededRandom } from "../../../support/seeded-random.ts";
import { wrappingKeyService } from "../../../support/wrapping-key-service.ts";
import { Ledger, ledgerTools } from "./ledger.ts";

export interface ProcessOptions {
  /** Its own; that of the test by default. */
  clock?: ManualClock;
  client?: DynamoDBClient;
  wrapRecords?: (records: RecordStore) => RecordStore;
  wrapKeys?: (keys: KeyService) => KeyService;
  /** A credential store that fails on every read. */
  failingCredentials?: boolean;
}

/**
 * Idempotent calls of tools that write into a ledger, from as many processes as a test wants, on one
 * in-memory table.
 */
export interface KeyedCallsUnderTest {
  clock: ManualClock;
  random: Random;
  ledger: Ledger;
  client: DynamoDBClient;
  logged: Record<string, unknown>[];
  /** Another process: nothing in its memory yet. */
  process(options?: ProcessOptions): IdempotentCalls;
  /** Everything in the table, as it is stored. */
  stored(): Promise<string>;
  close(): Promise<void>;
}

export async function startKeyedCalls(): Promise<KeyedCallsUnderTest> {
  const shared = new ManualClock();
  const random = seededRandom("keyed calls");
  const ledger = new Ledger();
  const logged: Record<string, unknown>[] = [];
  const logger = createLogger((line) => logged.push(JSON.parse(line)), shared, "debug");
  const embedded = await openEmbeddedStore();
  const egress = openEgress({ clock: shared, allow: parseEgressAllow("") });
  const wrapping = wrappingKeyService(random);
  const storesOn = (client: DynamoDBClient, clock: Clock, keys = wrapping) => {
    const table = new TableClient(client, EMBEDDED_TABLE);
    return checkedStores(createDynamoStores(table, table, clock), clock, keys);
  };
  return {
    clock: shared,
    random,
    ledger,
    logged,
    client: embedded.client,
    process({ clock = shared, ...options } = {}) {
      const keys = options.wrapKeys?.(wrapping) ?? wrapping;
      const { credentials, opened } = storesOn(options.client ?? embedded.client, clock, keys);
      const { vault, seals } = opened;
      if (options.failingCredentials)
        credentials.listOfKinds = () => {
          throw new RangeError("cannot read the credentials");
        };
      const registry = new ToolRegistry([groupTools(ledgerTools(ledger))], kinds);
      const resolver = new CredentialResolver({ store: credentials, seals, clock, kinds });
      const notes = new CredentialNotes(credentials, clock, logger);
      const dispatcher = new Dispatcher({ registry, resolver, notes, egress, clock, random, logger });
      const records = options.wrapRecords?.(opened.records) ?? opened.records;
      const approvals = { answer: () => Promise.reject(new Error("No call waits here.")) };
      return new IdempotentCalls({ registry, dispatcher, records, vault, clock, random, logger, approvals });
    },
    async stored() {
      const { Items: items = [] } = await embedded.client.send(
        new ScanCommand({ TableName: EMBEDDED_TABLE }),
      );
      return JSON.stringify(items);
    },
    async close() {
      await egress.close();
      await embedded.close();
    },
  };
}

/** Returns the outcome of a call in one word, for tests of which call won. */
export function wordFor({ result, replayed }: KeyedAnswer): string {
  const outcome = result.ok ? "ok" : result.outcome_unknown ? "unknown" : "failed";
  return replayed ? `${outcome} replayed` : outcome;
}
