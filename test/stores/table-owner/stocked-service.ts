import { hashApiKey } from "@plumbline/core/access/api-keys.ts";
import type { Secret } from "@plumbline/core/access/secret.ts";
import type { ShownVisit } from "@plumbline/core/access/visits.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { sampleMailToken, sampleMailUser } from "@plumbline/sandbox/mail/imap-server.ts";
import { type ApiOnStores, FEED, HOOKS, startApiOnStores } from "../../support/api-on-stores.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import type { TestTenant } from "../../support/service-under-test.ts";
import { signInAtSandbox } from "../../support/sign-in-at-sandbox.ts";
import { type Moment, momentOf, type OwnedTable } from "./owned-table.ts";

/** A tenant, with the word that only what is sealed of it holds. */
export interface Stocked extends TestTenant {
  word: string;
  approver: string;
}

/** A service of two tenants with a record of every kind, and the names of what it gave out. */
export interface StockedService {
  api: ApiOnStores;
  table: OwnedTable;
  clock: RewoundClock;
  /** The victim, and the attacker's accomplice. */
  tenants: [Stocked, Stocked];
  /** API keys and session tokens, those that ended too. */
  bearers: Record<string, string>;
  visits: Record<string, ShownVisit>;
  links: Record<string, string>;
  /** Approvals of the first tenant, and one of the second. */
  approvals: Record<"waiting" | "denied" | "approved" | "others", string>;
  /** Ids of credentials and watches by name. */
  ids: Record<string, string>;
  /** The ids of the watches alone. */
  watchIds: string[];
  close(): Promise<void>;
  /** The main table after each change, the last as it is now. */
  moments: Moment[];
}

/** A manual clock that a test sets back after each measurement. */
export class RewoundClock extends ManualClock {
  #back = 0;
  override now(): number {
    return super.now() - this.#back;
  }
  rewind(to: number): void {
    this.#back += this.now() - to;
  }
}

export const KEYED = { "idempotency-key": "once" };
export const RUNS = { read: "run-that-read", clean: "run-that-did-not" };
export const OLD_HOOKS = { before: "https://hooks.example/before", deleted: "https://hooks.example/deleted" };
export const OTHER_HOOK = "https://other.example/hook";
export const POST = { channel: "C0GENERAL", text: "posted" };
export const chats = "/api/v1/tools/chatapp_post_channel";
const SPECIAL = "chatapp_dm";

/** Makes the service, by its own face alone. */
export async function stock(open: (clock: ManualClock) => Promise<OwnedTable>): Promise<StockedService> {
  const clock = new RewoundClock("2035-06-01T09:00:00.000Z");
  const random = seededRandom("owner of the main table");
  const table = await open(clock);
  const api = await startApiOnStores(table, clock, random);
  const made = async (path: string, body?: object, key?: string, method = "POST") => {
    const sent = { ...(body && { body }), ...(key !== undefined && { key }) };
    const { status, json, text } = await api.call(method, `/api/v1/${path}`, sent);
    if (status >= 300 || json.ok === false) throw new Error(`${path}: ${text}`);
    return json;
  };
  const moments: Moment[] = [];
  const keep = async () => void moments.push(await momentOf(table.main));
  const approverOf = async ({ caller }: TestTenant) =>
    (await api.service.tenants.createKey(caller.tenantId, { name: "a", scopes: ["approvals:grant"] })).key;
  const stocked = async (tenant: TestTenant, word: string): Promise<Stocked> => ({
    ...tenant,
    word,
    approver: (await approverOf(tenant)).reveal(),
  });
  const one = await stocked(api.tenant, "alpha");
  const two = await stocked(await api.createTenant("other"), "beta");
  const theirs = two.apiKey.reveal();
  const bearers = await makeKeys(api, one, keep);
  const ids = await makeCredentials(made, theirs, keep);
  const { key: narrow } = await api.service.tenants.createKey(one.caller.tenantId, {
    name: "narrow",
    scopes: ["calls:read"],
    allowed_credentials: [ids.web ?? ""],
  });
  bearers.narrow = narrow.reveal();
  await makeWatches(api, { made, keep, ids, theirs });
  for (const key of [undefined, theirs]) {
    await made("policy", { approval: {} }, key, "PUT");
    await keep();
    await made("policy", { approval: { [SPECIAL]: "always" } }, key, "PUT");
    await keep();
  }
  const ask = async (text: string, key?: string) => {
    const body = { arguments: { to: "U0ADA", text } };
    const sent = { body, ...(key !== undefined && { key }) };
    const { json, text: answer } = await api.call("POST", `/api/v1/tools/${SPECIAL}`, sent);
    if (json.approval_id === undefined) throw new Error(answer);
    return String(json.approval_id);
  };
  const approvals = {
    waiting: await ask("alpha waits"),
    denied: await ask("alpha denied"),
    approved: await ask("alpha approved"),
    others: await ask("beta waits", theirs),
  };
  await keep();
  await made(`approvals/${approvals.denied}`, { decision: "deny" }, one.approver);
  await made(`approvals/${approvals.approved}`, { decision: "approve" }, one.approver);
  await keep();
  for (const key of [one.apiKey, two.apiKey])
    await api.call("POST", chats, { key: key.reveal(), headers: KEYED, body: { arguments: POST } });
  const read = { headers: { "x-run-id": RUNS.read }, body: { arguments: { url: FEED } } };
  await api.call("POST", "/api/v1/tools/feed_read", read);
  await api.call("POST", chats, { headers: { "x-run-id": RUNS.clean }, body: { arguments: POST } });
  const links = await makeConnects(api, made, keep, theirs);
  const session = async (key: Secret) =>
    String((await made("sessions", { ttl_seconds: 3600, end_user: "ada" }, key.reveal())).session_token);
  Object.assign(bearers, {
    approver: one.approver,
    other: theirs,
    session: await session(one.apiKey),
    otherSession: await session(two.apiKey),
  });
  const { visits } = api.service;
  const keyHash = hashApiKey(one.apiKey);
  const [openVisit, ended] = [await visits.begin({ keyHash }), await visits.begin({ keyHash })];
  await keep();
  await visits.end(ended);
  await api.service.callLog.close();
  await keep();
  // The next poll finds these.
  api.publish("third");
  api.mail("alpha third");
  const tenants: [Stocked, Stocked] = [one, two];
  return {
    ...{ api, table, clock, tenants, bearers, links, approvals, ids, moments },
    visits: { open: openVisit, ended },
    watchIds: [ids.feed, ids.deleted, ids.inbox, ids.paused, ids.others].filter((id) => id !== undefined),
    close: async () => {
      await api.close();
      await table.close();
    },
  };
}

type Made = (path: string, body?: object, key?: string, method?: string) => Promise<Record<string, unknown>>;
type Keep = () => Promise<void>;

async function makeKeys(api: ApiOnStores, { caller, apiKey }: TestTenant, keep: Keep) {
  const { tenants } = api.service;
  const make = (name: string, more: object = {}) => tenants.createKey(caller.tenantId, { name, ...more });
  const [rotated, revoked, grown] = [await make("rotated"), await make("revoked"), await make("grown")];
  const weak = await make("weak", { scopes: ["research"], allowed_tools: ["chatapp_post_channel"] });
  await keep();
  const { key: successor } = await tenants.rotateKey(caller.tenantId, rotated.record.key_id, {
    overlapSeconds: 0,
  });
  await tenants.revokeKey(caller.tenantId, revoked.record.key_id);
  await keep();
  const all = { admin: apiKey, rotated: rotated.key, revoked: revoked.key, weak: weak.key, grown: grown.key };
  const texts = Object.entries({ ...all, successor }).map(([name, key]) => [name, key.reveal()]);
  return { ...Object.fromEntries(texts), operator: api.operatorKey } as Record<string, string>;
}

async function makeCredentials(made: Made, theirs: string, keep: Keep) {
  const make = async (kind: string, label: string, token: string, more: object = {}, key?: string) =>
    String((await made("credentials", { kind, label, token, ...more }, key)).id);
  const at = (host: string) => ({ metadata: { allowed_hosts: [host] } });
  const ids: Record<string, string> = {
    bot: await make("chatapp_bot", "team", sampleBotToken),
    web: await make("generic_api_key", "web", "alpha-token-1", at("old.example")),
    mailbox: await make("mail_oauth_b", "mail", sampleMailToken, { metadata: { username: sampleMailUser } }),
    revoked: await make("notes", "wiki", "alpha-token-2"),
    otherBot: await make("chatapp_bot", "team", sampleBotToken, {}, theirs),
    otherWeb: await make("generic_api_key", "web", "beta-token", at("evil.example"), theirs),
  };
  await keep();
  await made(`credentials/${ids.web}`, { token: "alpha-token-3", ...at("a.example") }, undefined, "PATCH");
  await made(`credentials/${ids.revoked}`, undefined, undefined, "DELETE").catch(() => undefined);
  await made(`credentials/${ids.bot}/test`);
  await keep();
  return ids;
}

interface Making {
  made: Made;
  keep: Keep;
  ids: Record<string, string>;
  theirs: string;
}

async function makeWatches(api: ApiOnStores, { made, keep, ids, theirs }: Making): Promise<void> {
  const begin = async (body: object, key?: string) =>
    String((await made("watches", { interval_minutes: 1, ...body }, key)).id);
  api.publish("before");
  api.mail("alpha before");
  ids.feed = await begin({ type: "feed", url: FEED, deliver_to: OLD_HOOKS.before });
  ids.deleted = await begin({ type: "feed", url: FEED, deliver_to: OLD_HOOKS.deleted });
  ids.inbox = await begin({ type: "inbox", credential_id: ids.mailbox, deliver_to: HOOKS.inbox });
  ids.paused = await begin({ type: "feed", url: FEED, deliver_to: `${HOOKS.feed}/paused` });
  ids.others = await begin({ type: "feed", url: FEED, deliver_to: OTHER_HOOK }, theirs);
  await keep();
  api.publish("first");
  api.mail("alpha first");
  await api.pass(1);
  await api.deliver();
  await keep();
  await made(`watches/${ids.paused}`, { paused: true }, undefined, "PATCH");
  await made(`watches/${ids.feed}`, { deliver_to: HOOKS.feed }, undefined, "PATCH");
  await made(`watches/${ids.deleted}`, undefined, undefined, "DELETE").catch(() => undefined);
  await keep();
  api.publish("second");
  api.mail("alpha second");
  await api.pass(1);
  await keep();
}

async function makeConnects(api: ApiOnStores, made: Made, keep: Keep, theirs: string) {
  const link = async (kind: string, key?: string) =>
    String((await made(`connections/${kind}`, { label: "linked", link: true }, key)).connect_url);
  const used = await link("tracker");
  await keep();
  const { status } = await signInAtSandbox(used, "allow", api.fetch);
  if (status !== 200) throw new Error(`The sign-in ended with ${status}.`);
  return { used, waiting: await link("microblog"), others: await link("microblog", theirs) };
}
