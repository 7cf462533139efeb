import { CreateTableCommand, DeleteTableCommand } from "@aws-sdk/client-dynamodb";
import { credentialKinds as kinds } from "@plumbline/adapters/credential-kinds.ts";
import { replaceItems } from "@plumbline/aws/dynamodb/copy-table.ts";
import { Authenticator } from "@plumbline/core/access/authenticator.ts";
import type { Secret } from "@plumbline/core/access/secret.ts";
import { Tenants } from "@plumbline/core/access/tenants.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import { Credentials } from "@plumbline/core/credentials/credentials.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type OpenStage, openStage } from "../../packages/cli/bootstrap-stage.ts";
import { type Gate, type RestoreOptions, restoreStage } from "../../packages/cli/restore-stage.ts";
import { startKmsServer } from "../aws/keys/kms-server.ts";
import { createTableInput } from "../support/dynalite/create-table-input.ts";
import { startDynaliteServer } from "../support/dynalite/dynalite-server.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { startedForFile } from "../support/started.ts";

const clock = new ManualClock();
const random = seededRandom("restore of a stage");
const logger = { log: () => undefined };
const TOKEN = "xoxb-1-kept";

const dynamo = startedForFile(startDynaliteServer);
const kms = startedForFile(startKmsServer);
let number = 0;
let stage: string;
let opened: OpenStage[];

beforeAll(async () => {
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", dynamo.url);
  vi.stubEnv("AWS_ENDPOINT_URL_KMS", kms.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "x");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "y");
  vi.stubEnv("AWS_REGION", "eu-west-1");
});

afterAll(async () => {
  vi.unstubAllEnvs();
});

beforeEach(async () => {
  opened = [];
  stage = `s${++number}`;
  await makeTables(stage);
});

afterEach(() => {
  for (const one of opened) one.close();
});

/** Opens a stage as a new process does. */
function open(name: string): OpenStage {
  const one = openStage({ stage: name }, clock);
  opened.push(one);
  return one;
}

async function makeTables(name: string): Promise<void> {
  const { client } = open(name).table;
  for (const end of ["Table", "KeyTable"])
    await client.send(new CreateTableCommand(createTableInput(`${name}-plumbline-${end}`)));
}

function partsOf({ records: { access, records, seals }, stores }: OpenStage) {
  const credentials = new CredentialStore(records, stores.labelClaims);
  return {
    tenants: new Tenants(access, clock, random),
    authenticator: new Authenticator(access, clock, logger),
    credentials: new Credentials({ store: credentials, seals, clock, random, kinds }),
    seals,
  };
}

/** Two tenants with a key and a token each; then a backup of both tables, as AWS restores it. */
async function filled() {
  const live = open(stage);
  await live.records.closingRows.write();
  const { tenants, credentials } = partsOf(live);
  const made = [];
  for (const name of ["kept", "erased"]) {
    const { tenant, key } = await tenants.create({ name });
    const more = await tenants.createKey(tenant.tenant_id, { name: "more" });
    const rotated = await tenants.createKey(tenant.tenant_id, { name: "rotated" });
    const input = newCredentialSchema.parse({ kind: "chatapp_bot", label: "team", token: TOKEN });
    const { id } = await credentials.create(tenant.tenant_id, input);
    made.push({ tenantId: tenant.tenant_id, key, more, rotated, id });
  }
  const [kept, erased] = made;
  if (!kept || !erased) throw new Error("There are two.");
  await makeTables(`${stage}-backup`);
  const backup = open(`${stage}-backup`);
  await replaceItems(live.table, backup.table, { clock });
  await replaceItems(live.keyTable, backup.keyTable, { clock });
  const fromTables = { main: backup.table.tableName, keys: backup.keyTable.tableName };
  return { kept, erased, tenants, credentials, fromTables };
}

const accepts = async (name: string, key: Secret) =>
  partsOf(open(name))
    .authenticator.authenticate(`Bearer ${key.reveal()}`)
    .then(
      () => true,
      () => false,
    );

async function tokenIn(name: string, { tenantId, id }: { tenantId: string; id: string }) {
  const { credentials, seals } = partsOf(open(name));
  try {
    return (await seals.open(await credentials.get(tenantId, id))).reveal();
  } catch {
    return undefined;
  }
}

function restore(more: Partial<RestoreOptions>, whileClosing?: () => Promise<void>) {
  const steps: string[] = [];
  const counts = { functions: 1, event_sources: 1, rules: 1 };
  const step = (name: string) => async () => {
    steps.push(name);
    return counts;
  };
  const close = async () => {
    await whileClosing?.();
    return step("closed")();
  };
  const gate: Gate = { close, open: step("opened") };
  const options = {
    from: { stage },
    fromTables: {},
    to: { stage },
    replaces: false,
    acceptsEarlier: false,
    waitsForRunning: true,
    ...more,
  };
  return { steps, report: restoreStage(options, gate, clock) };
}

async function endSince({ kept, erased, tenants, credentials }: Awaited<ReturnType<typeof filled>>) {
  await tenants.revokeKey(kept.tenantId, kept.more.record.key_id);
  await tenants.rotateKey(kept.tenantId, kept.rotated.record.key_id, { overlapSeconds: 60 });
  await credentials.revoke(kept.tenantId, kept.id);
  await tenants.delete(erased.tenantId);
  clock.advance(3_600_000);
}

async function expectEnded(name: string, { kept, erased }: Awaited<ReturnType<typeof filled>>) {
  expect(await accepts(name, kept.key)).toBe(true);
  for (const key of [kept.more.key, kept.rotated.key, erased.key, erased.more.key])
    expect(await accepts(name, key)).toBe(false);
  for (const one of [kept, erased]) expect(await tokenIn(name, one)).toBeUndefined();
}

test("no revoked key and no deleted tenant works again in the same stage, put back to an earlier moment", async () => {
  const all = await filled();
  await endSince(all);
  const { steps, report } = restore({ fromTables: all.fromTables });
  expect(await report).toMatchObject({
    stage,
    copied: { main: expect.any(Number), keys: expect.any(Number) },
    replayed: { tenants: 1, api_keys: expect.any(Number), credentials: 1 },
  });
  expect(steps).toEqual(["closed", "opened"]);
  await expectEnded(stage, all);
});

test("nor in another stage, where all that did not end works under that stage's key", async () => {
  const all = await filled();
  const { kept, fromTables } = all;
  const to = `${stage}-two`;
  await makeTables(to);
  await restore({ fromTables, to: { stage: to } }).report;
  expect(await tokenIn(to, kept)).toBe(TOKEN);
  await endSince(all);
  const refused = restore({ fromTables, to: { stage: to } });
  await expect(refused.report).rejects.toThrow(/--replace/);
  expect(refused.steps).toEqual([]);
  await restore({ fromTables, to: { stage: to }, replaces: true }).report;
  await expectEnded(to, all);
});

test("nor after the loss of the table of keys, of which the main table remembers what ended", async () => {
  const all = await filled();
  await endSince(all);
  const { client } = open(stage).table;
  await client.send(new DeleteTableCommand({ TableName: `${stage}-plumbline-KeyTable` }));
  await client.send(new CreateTableCommand(createTableInput(`${stage}-plumbline-KeyTable`)));
  await restore({ fromTables: all.fromTables }).report;
  const { kept, erased } = all;
  expect(await accepts(stage, kept.key)).toBe(true);
  for (const key of [kept.more.key, kept.rotated.key, erased.key])
    expect(await accepts(stage, key)).toBe(false);
});

test("a restore that was cut off leaves the stage closed, and is finished by the next", async () => {
  const all = await filled();
  await endSince(all);
  await makeTables(`${stage}-lost`);
  const TableName = `${stage}-lost-plumbline-Table`;
  const lose = async () => void (await open(stage).table.client.send(new DeleteTableCommand({ TableName })));
  const cut = restore({ fromTables: { ...all.fromTables, main: TableName } }, lose);
  await expect(cut.report).rejects.toThrow();
  expect(cut.steps).toEqual(["closed"]);
  await restore({ fromTables: all.fromTables }).report;
  await expectEnded(stage, all);
});

test("the main table alone is restored beside its table of keys, which knows what ended", async () => {
  const all = await filled();
  await endSince(all);
  const { report } = restore({ fromTables: { main: all.fromTables.main } });
  expect((await report).copied).toEqual({ main: expect.any(Number) });
  await expectEnded(stage, all);
  await expect(restore({}).report).rejects.toThrow(/--from-table/);
});

test("a table that is not there, or the stage's own, is refused before anything is closed or emptied", async () => {
  const all = await filled();
  const wrong: [Partial<RestoreOptions>, RegExp][] = [
    [{ fromTables: { ...all.fromTables, main: "nowhere" } }, /no table nowhere/],
    [{ fromTables: { main: `${stage}-plumbline-Table` } }, /its own source/],
    [{ from: { stage, region: "eu-west-1" }, replaces: true }, /its own source/],
  ];
  for (const [options, reason] of wrong) {
    const { report, steps } = restore(options);
    await expect(report).rejects.toThrow(reason);
    expect(steps).toEqual([]);
  }
  expect(await accepts(stage, all.kept.key)).toBe(true);
});
