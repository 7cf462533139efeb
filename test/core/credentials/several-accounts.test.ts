import { credentialKinds as kinds } from "@plumbline/adapters/credential-kinds.ts";
import { newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import type { CredentialFit } from "@plumbline/core/credentials/kinds.ts";
import { CredentialResolver } from "@plumbline/core/credentials/resolver.ts";
import type { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ServiceUnderTest, startServiceUnderTest } from "../../support/service-under-test.ts";

const NOTES: CredentialFit = { kinds: ["notes"] };
const MAILBOX: CredentialFit = { kinds: ["mail_oauth_a"], metadata: { mail_oauth_a: ["username"] } };
const NAME_ONE =
  "Repeat the call with the credential_id of the account that is meant; ask the user when that is not clear.";

let under: ServiceUnderTest;
let tenantId: string;

beforeEach(async () => {
  under = await startServiceUnderTest();
  tenantId = (await under.createTenant("Acme")).caller.tenantId;
});
afterEach(() => under.close());

async function connect(kind: string, label: string, fields: Record<string, unknown> = {}): Promise<string> {
  const input = newCredentialSchema.parse({ kind, label, token: "a token", ...fields });
  return (await under.service.credentials.create(tenantId, input)).id;
}

async function connectSeveral(kind: string, count: number, labelOf = (number: number) => `Number ${number}`) {
  for (let number = 1; number <= count; number += 1) await connect(kind, labelOf(number));
}

/** The refusal of a call that names no credential. */
async function refusalOf(fit: CredentialFit): Promise<AdapterError> {
  const { clock, stores } = under;
  const { credentials: store, opened } = stores;
  const resolver = new CredentialResolver({ store, seals: opened.seals, clock, kinds });
  return resolver.find({ tenantId }, undefined, fit).then(
    (record) => expect.fail(`It found ${record.label}.`),
    (error: AdapterError) => error,
  );
}

const listedIn = ({ message }: AdapterError) => message.match(/\(notes, /g)?.length;

test("two accounts are listed with their status, and nothing more is said", async () => {
  const [first, second] = [
    await connect("notes", "Team"),
    await connect("notes", "Own", { expires_at: new Date(under.clock.now() + 1000).toISOString() }),
  ];
  const listed = [`${first} (notes, "Team", active)`, `${second} (notes, "Own", expiring)`].sort();
  const refusal = await refusalOf(NOTES);
  expect(refusal.message).toBe(`Several credentials fit; name one as credential_id: ${listed.join("; ")}.`);
  expect(refusal.detail.nextStep).toBe(NAME_ONE);
});

test("twenty accounts are listed whole", async () => {
  await connectSeveral("notes", 20);
  const refusal = await refusalOf(NOTES);
  expect(listedIn(refusal)).toBe(20);
  expect(refusal.message).toMatch(/active\)\.$/);
  expect(refusal.detail.nextStep).toBe(NAME_ONE);
});

test("of twenty-one accounts the last is counted, and a search shows it", async () => {
  await connectSeveral("notes", 21);
  const refusal = await refusalOf(NOTES);
  expect(listedIn(refusal)).toBe(20);
  expect(refusal.message).toMatch(/active\); and 1 more\.$/);
  expect(refusal.detail.nextStep).toBe(
    `Call connections_list with kind (and query) to see the others. ${NAME_ONE}`,
  );
});

test("long labels are cut so that no id of twenty accounts is lost", async () => {
  await connectSeveral("notes", 20, (number) => `${number} ${"x".repeat(110)}`);
  const { message } = await refusalOf(NOTES);
  expect(message.length).toBeLessThanOrEqual(3_500);
  const labels = [...message.matchAll(/\(notes, "([^"]+)", active\)/g)].map(([, label = ""]) => label);
  expect(labels).toHaveLength(20);
  for (const label of labels) expect(label).toMatch(/^\d+ x{60,}…?$/);
});

test("the longest labels of a few accounts are shown whole", async () => {
  const label = (number: number) => `${number}${"x".repeat(119)}`;
  await connectSeveral("notes", 2, label);
  const { message } = await refusalOf(NOTES);
  for (const number of [1, 2]) expect(message).toContain(`"${label(number)}"`);
});

test("a single account without the metadata is named with its remedy", async () => {
  await connect("mail_oauth_a", "Calendar");
  const refusal = await refusalOf(MAILBOX);
  expect(refusal.message).toBe(
    'There is no credential of kind mail_oauth_a (with metadata.username): "Calendar" has no metadata.username.',
  );
  expect(refusal.detail.nextStep).toBe(
    'Store the token of "Calendar" again with metadata.username, or connect another account.',
  );
});

test("ten accounts without the metadata are named, and an eleventh is counted", async () => {
  await connectSeveral("mail_oauth_a", 10);
  const named = ({ message }: AdapterError) => message.match(/has no metadata\.username/g)?.length;
  const ten = await refusalOf(MAILBOX);
  expect(named(ten)).toBe(10);
  expect(ten.message).not.toContain("more lack");
  await connect("mail_oauth_a", "Number 11");
  const eleven = await refusalOf(MAILBOX);
  expect(named(eleven)).toBe(10);
  expect(eleven.message).toMatch(/; 1 more lack something too\.$/);
});

test("where no account is of the kind, the refusal says which to connect", async () => {
  await connect("crm", "Sales");
  expect(await refusalOf(NOTES)).toMatchObject({
    message: "There is no credential of kind notes.",
    detail: { nextStep: "Connect one of kind notes first." },
  });
});
