import type { Secret } from "@plumbline/core/access/secret.ts";
import { newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import { createApp } from "@plumbline/http/app.ts";
import { deliveryRoutes } from "@plumbline/http/endpoints/deliveries.ts";
import { watchRoutes } from "@plumbline/http/endpoints/watches.ts";
import { feedGone } from "@plumbline/sandbox/feeds/failures.ts";
import { type FeedsServer, startFeeds } from "@plumbline/sandbox/feeds/feeds.ts";
import {
  type ImapServer,
  sampleMailToken,
  sampleMailUser,
  startImap,
} from "@plumbline/sandbox/mail/imap-server.ts";
import { text } from "@plumbline/sandbox/server/reply.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { startWebhook } from "@plumbline/sandbox/webhook/webhook.ts";
import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";
import { tick } from "@plumbline/watches/clock/tick.ts";
import type { DeliveryBatch } from "@plumbline/watches/delivery/delivery-queue.ts";
import { sendDueDeliveries } from "@plumbline/watches/delivery/due-deliveries.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { deliverMessages, pollMessages } from "../../packages/functions/runtime/events.ts";
import { runTimedWork } from "../../packages/functions/runtime/timed-work.ts";
import { type SqsServer, startSqsServer } from "../aws/queue/sqs-server.ts";
import { tenantCaller } from "../support/tenant-caller.ts";
import { allowedActions } from "./allowed-actions.ts";
import { beginWhileErased } from "./begin-while-erased.ts";
import { type RecordedService, startRecordedService } from "./recorded-service.ts";

let feeds: FeedsServer;
let imap: ImapServer;
let receiver: ScriptedServer;
let sqs: SqsServer;
let recorded: RecordedService;

beforeAll(async () => {
  vi.stubEnv("AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED", "true");
  feeds = await startFeeds();
  imap = await startImap({ implicitTls: false });
  receiver = await startWebhook();
  sqs = await startSqsServer();
  const server = { host: imap.host, port: imap.port };
  recorded = await startRecordedService({
    endpoints: { mail_oauth_a: { smtp: server, imap: server } },
    egressAllow: `127.0.0.1:${feeds.port},127.0.0.1:${receiver.port},${imap.host}`,
  });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await recorded.close();
  await Promise.all([feeds.close(), imap.close(), receiver.close(), sqs.close()]);
});

beforeEach(async () => {
  await recorded.takeActions();
});

afterEach(() => {
  feeds.clear();
  receiver.clear();
});

async function send(key: Secret, request: string, body?: unknown) {
  const service = recorded.fresh();
  const [method = "", path = ""] = request.split(" ");
  const headers = { authorization: `Bearer ${key.reveal()}`, "content-type": "application/json" };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const routes = [...watchRoutes(service), ...deliveryRoutes(service)];
  const response = await createApp(service, routes).request(path, init);
  const answered = await response.text();
  return { status: response.status, json: answered === "" ? undefined : JSON.parse(answered) };
}

/** Where a watch delivers. */
const receiving = () => ({ deliver_to: `${receiver.url}/hook` });

/** A tenant with a watch on a feed (`path`) that is due every minute, both made elsewhere. */
async function watching(path: string, more: object = {}): Promise<{ tenantId: string; key: Secret }> {
  return recorded.elsewhere(async ({ tenants, dispatcher }) => {
    const { tenant, key } = await tenants.create({ name: path });
    const caller = tenantCaller(tenant.tenant_id);
    const args = { url: `${feeds.url}${path}`, interval_minutes: 1, ...more };
    const result = await dispatcher.call(caller, "rss_subscribe", args, {});
    expect(result.ok).toBe(true);
    return { tenantId: tenant.tenant_id, key };
  });
}

/** A tenant with a watch on its inbox. */
async function watchingInbox(): Promise<void> {
  await recorded.elsewhere(async ({ tenants, credentials, dispatcher }) => {
    const { tenant } = await tenants.create({ name: "with an inbox" });
    const tenantId = tenant.tenant_id;
    const mailbox = { token: sampleMailToken, metadata: { username: sampleMailUser } };
    const input = newCredentialSchema.parse({ kind: "mail_oauth_a", label: "mail", ...mailbox });
    await credentials.create(tenantId, input);
    const caller = tenantCaller(tenantId);
    const result = await dispatcher.call(caller, "email_watch_inbox", { interval_minutes: 1 }, {});
    expect(result.ok).toBe(true);
  });
}

/**
 * Returns the batches that a tick of both wheels sends an hour later, when the use of a credential is due to
 * be recorded again.
 */
async function dueBatches(): Promise<PollBatch[]> {
  recorded.clock.advance(3_600_000);
  const batches: PollBatch[] = [];
  const queue = { send: async (sent: readonly PollBatch[]) => void batches.push(...sent) };
  const { clock } = recorded;
  await recorded.elsewhere(async ({ watchStore: store, logger }) => {
    for (const wheel of ["feed", "inbox"] as const) await tick(wheel, { store, queue, clock, logger });
  });
  return batches;
}

/** Polls everything that is due now; its findings then wait to be delivered. */
async function found(): Promise<void> {
  const batches = await dueBatches();
  await recorded.elsewhere(async ({ watchPoller }) => {
    for (const batch of batches) await watchPoller.poll(batch);
  });
}

/** Actions that Lambda takes in the name of a function behind a queue. */
const RECEIVING = ["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"];

function messagesOf(batches: readonly unknown[]) {
  return batches.map((batch, index) => ({ messageId: String(index), body: JSON.stringify(batch) }));
}

function publish(title: string): void {
  recorded.clock.advance(1_000);
  const publishedAt = new Date(recorded.clock.now()).toISOString();
  feeds.feed.publish({ slug: title, title, summary: "", publishedAt });
}

describe("what a function of watches may do is what it does", () => {
  it("watches", async () => {
    const { key } = await recorded.elsewhere(({ tenants }) => tenants.create({ name: "tenant" }));
    const body = { type: "feed", url: `${feeds.url}/rss.xml`, since: "2025-12-10", ...receiving() };
    const made = await send(key, "POST /api/v1/watches", body);
    const at = `/api/v1/watches/${made.json.id}`;
    const statuses = [
      made,
      await send(key, "GET /api/v1/watches"),
      await send(key, `GET ${at}`),
      await send(key, `GET ${at}/events`),
      await send(key, `GET ${at}/deliveries`),
      await send(key, `POST ${at}/deliveries`),
      await send(key, `POST ${at}/deliveries/dlv_1/replay`),
      await send(key, `POST ${at}/replay`, { since: "2025-12-10T00:00:00Z", which: "all" }),
      await send(key, `POST ${at}/secret`),
      await send(key, `PATCH ${at}`, { paused: true }),
      await send(key, `PATCH ${at}`, { paused: false }),
      await send(key, `DELETE ${at}`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 200, 200, 200, 200, 200, 202, 202, 201, 200, 200, 204]);
    await beginWhileErased(recorded, feeds, (erasedKey, args) =>
      send(erasedKey, "POST /api/v1/watches", { type: "feed", ...args }),
    );
    expect(await recorded.takeActions()).toEqual(allowedActions("watches"));
  });

  it("tick", async () => {
    await watching("/rss.xml?tick", receiving());
    const { clock } = recorded;
    const polls = { feed: sqs.queue<PollBatch>("feed", clock), inbox: sqs.queue<PollBatch>("inbox", clock) };
    const deliveries = sqs.queue<DeliveryBatch>("deliveries", clock);
    const work = {
      store: recorded.fresh().watchStore,
      polls,
      deliveries,
      clock,
      logger: recorded.fresh().logger,
    };
    publish("ticked");
    await found();
    clock.advance(60_000);
    await runTimedWork(work, { wheel: "feed" });
    await runTimedWork(work, { due: "deliveries" });
    const queues = new Set(sqs.sent.map(({ queueUrl }) => queueUrl));
    expect(queues).toEqual(new Set([sqs.queueUrl("feed"), sqs.queueUrl("deliveries")]));
    // Sending many is sending
    // (docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsqs.html).
    const operations = sqs.requests.map(({ headers }) => headers["x-amz-target"]);
    const onQueues = operations.map((name) => name?.replace(/^AmazonSQS\.(\w+)Batch$/, "sqs:$1"));
    expect([...(await recorded.takeActions()), ...new Set(onQueues)].sort()).toEqual(allowedActions("tick"));
  });

  it("poll, beside what Lambda does in its name", async () => {
    const leaving = await watching("/rss.xml?leaving");
    const gone = await watching("/rss.xml?gone");
    await watching("/rss.xml?finding", receiving());
    await watchingInbox();
    publish("news");
    const batches = await dueBatches();
    // A feed that has been gone for a week.
    recorded.clock.advance(7 * 24 * 3_600_000);
    feeds.scriptAlways(({ query }) => query.has("gone"), feedGone());
    recorded.atEventOf(leaving.tenantId, ({ tenants }) => tenants.delete(leaving.tenantId));
    const context = { awsRequestId: "1", getRemainingTimeInMillis: () => 180_000 };
    const answer = await pollMessages(recorded.fresh(), { Records: messagesOf(batches) }, context);
    expect(answer).toEqual({ batchItemFailures: [] });
    const { json: list } = await recorded.elsewhere(() => send(gone.key, "GET /api/v1/watches"));
    expect(list.items).toMatchObject([{ paused_at: expect.any(String) }]);
    expect([...(await recorded.takeActions()), ...RECEIVING].sort()).toEqual(allowedActions("poll"));
  });

  it("deliver, beside what Lambda does in its name", async () => {
    await watching("/rss.xml?taken", receiving());
    await watching("/rss.xml?refused", receiving());
    await watching("/rss.xml?unwanted", receiving());
    publish("delivered");
    await found();
    const due = await recorded.elsewhere(async ({ watchStore: store }) => {
      const batches: DeliveryBatch[] = [];
      const queue = { send: async (sent: readonly DeliveryBatch[]) => void batches.push(...sent) };
      await sendDueDeliveries({ store, queue, clock: recorded.clock });
      return batches;
    });
    receiver.script("", text("later", 503), text("gone", 410));
    const context = { awsRequestId: "1", getRemainingTimeInMillis: () => 180_000 };
    const answer = await deliverMessages(recorded.fresh(), { Records: messagesOf(due) }, context);
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(receiver.requests.length).toBeGreaterThan(2);
    expect([...(await recorded.takeActions()), ...RECEIVING].sort()).toEqual(allowedActions("deliver"));
  });
});
