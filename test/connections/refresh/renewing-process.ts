import { credentialKinds as kinds } from "@plumbline/adapters/credential-kinds.ts";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { listOauthFacts } from "@plumbline/connections/oauth-client.ts";
import { OAuthTokenRefresher } from "@plumbline/connections/refresh/token-refresher.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { Deadline, systemClock, systemRandom } from "@plumbline/core/clock/clock.ts";
import { Credentials } from "@plumbline/core/credentials/credentials.ts";
import { CredentialResolver } from "@plumbline/core/credentials/resolver.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import type { RenewalStep } from "../../../packages/connections/refresh/renewals.ts";
import { createImmediateCommitter } from "../../../packages/local/store/commit-queue.ts";
import { openDatabase } from "../../../packages/local/store/open-store.ts";
import { SqliteStore } from "../../../packages/local/store/sqlite-store.ts";
import { sqliteStores } from "../../../packages/local/store/sqlite-stores.ts";
import { checkedStores } from "../../support/entity-stores.ts";
import { wrappingKeyService } from "../../support/wrapping-key-service.ts";

/** Where two processes meet: a SQLite file, or tables behind an address. */
export type SharedStore = { sqlite: string } | { dynamodb: string; table: string; keyTable: string };

/** The work of one process, handed over as JSON. */
export interface Renewing {
  store: SharedStore;
  tenantId: string;
  credentialId: string;
  kind: string;
  client: { id: string; secret: string; tokenUrl: string };
  /** Uses of the credential, all at once. */
  uses: number;
  /** The process ends itself at this step, as if it were killed. */
  killAt?: RenewalStep;
  /** Milliseconds that its clock is ahead, so that nobody waits for a lease to end. */
  ahead?: number;
}

/** The end of each use: the token, or the refusal. */
export type Use = { token: string } | { error: string; code: string };

/** The parts that both the processes and the test stand on. */
export function openRenewing({ store, kind, client, killAt, ahead = 0 }: Renewing) {
  const clock = { ...systemClock, now: () => Date.now() + ahead };
  const logger = createLogger(() => undefined, clock, "error");
  const platform = openShared(store, clock, logger);
  const stores = checkedStores(platform, clock, wrappingKeyService(systemRandom));
  const { seals } = stores.opened;
  const credentials = new Credentials({
    store: stores.credentials,
    seals,
    clock,
    random: systemRandom,
    kinds,
  });
  const egress = openEgress({ clock, allow: parseEgressAllow("") });
  const facts = listOauthFacts().get(kind);
  if (!facts) throw new Error(`no facts of ${kind}`);
  const { id, secret, tokenUrl } = client;
  const clients = new Map([[kind, { kind, id, secret: new Secret(secret), facts: { ...facts, tokenUrl } }]]);
  const atStep = (step: RenewalStep) => {
    if (step === killAt) process.kill(process.pid, "SIGKILL");
  };
  const means = {
    clients,
    store: stores.credentials,
    credentials,
    clock,
    random: systemRandom,
    logger,
    atStep,
  };
  const refresher = new OAuthTokenRefresher({ ...means, http: egress.provider });
  const resolver = new CredentialResolver({ store: stores.credentials, seals, clock, kinds, refresher });
  return { stores, credentials, resolver, clock, egress };
}

function openShared(store: SharedStore, clock: typeof systemClock, logger: ReturnType<typeof createLogger>) {
  if ("sqlite" in store) {
    const database = openDatabase(store.sqlite);
    database.exec("PRAGMA busy_timeout = 20000");
    return sqliteStores(new SqliteStore(database, createImmediateCommitter(database), logger));
  }
  const accessKey = { accessKeyId: "x", secretAccessKey: "y" };
  const client = createDynamoClient({
    endpoint: store.dynamodb,
    region: "eu-west-1",
    credentials: accessKey,
  });
  return createDynamoStores(
    new TableClient(client, store.table),
    new TableClient(client, store.keyTable),
    clock,
  );
}

/** Uses the credential as often as asked, all at once. */
export async function useCredential(work: Renewing): Promise<Use[]> {
  const { stores, resolver, clock, egress } = openRenewing(work);
  const use = async (): Promise<Use> => {
    const record = await stores.credentials.get(work.tenantId, work.credentialId);
    if (!record) return { error: "gone", code: "" };
    try {
      const fresh = await resolver.renewIfDue(record, { deadline: Deadline.in(60_000, clock) });
      return { token: (await resolver.open(fresh)).token.reveal() };
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      return { error: error.message, code: error.code };
    }
  };
  const uses = await Promise.all(Array.from({ length: work.uses }, use));
  await egress.close();
  return uses;
}

// Started as a process of its own, with its work as the argument.
if (process.argv[1]?.endsWith("renewing-process.ts") && process.argv[2] !== undefined) {
  const uses = await useCredential(JSON.parse(process.argv[2]));
  process.stdout.write(JSON.stringify(uses), () => process.exit(0));
}
