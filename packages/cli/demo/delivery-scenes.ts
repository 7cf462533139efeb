import { createHmac } from "node:crypto";
import type { Schemas } from "@plumbline/client/schemas.ts";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { printPage } from "../table.ts";
import { createDeliveryTable } from "../watch/watch-table.ts";
import { advanceUntil, createDemoWatch, expectThat, type Scene, type Stage } from "./stage.ts";

const RECEIVER_PATH = "/finds";
const INTERVAL = 5;

export const deliveries: Scene = async (stage) => {
  const { api, narrator, sandbox, clock } = stage;
  const { feeds, webhook } = sandbox;
  narrator.scene("Events are delivered, signed, until the receiver accepts them");
  const id = await createDemoWatch(stage, {
    type: "feed",
    url: `${feeds.url}/atom.xml`,
    interval_minutes: INTERVAL,
    deliver_to: `${webhook.url}${RECEIVER_PATH}`,
  });
  narrator.asked(`POST /api/v1/watches/${id}/secret`);
  const { data: made } = await api.POST("/api/v1/watches/{id}/secret", { params: { path: { id } } });
  narrator.show({ secret: "whsec_…" });

  narrator.say("An item is published while the receiver is down:");
  webhook.script(`POST ${RECEIVER_PATH}`, json({}, 500));
  feeds.feed.publish({
    slug: "dome-closed",
    title: "The dome stays closed on Tuesday",
    summary: "Storm.",
    publishedAt: "2026-01-06T08:00:00Z",
  });
  const since = new Date(clock.now()).toISOString();
  await awaitDelivery(stage, id, INTERVAL, ({ attempts }) => attempts.length > 0);

  narrator.say("A minute later it is up again and gets the same event with the same ID:");
  await awaitDelivery(stage, id, 1, ({ status }) => status === "delivered");
  const tries = listReceived(stage);
  for (const { headers } of tries) narrator.say(`webhook-id: ${headers["webhook-id"]}`);
  narrator.show(tries.at(-1)?.json());
  expectThat(tries.length === 2 && haveSameId(tries), "the same ID on both attempts");
  expectThat(
    tries.every((request) => isSigned(request, made.secret)),
    "a signature made with the watch's secret",
  );
  narrator.say("The webhook-signature of each attempt is the HMAC of its ID, time and body.");

  narrator.say("A receiver that lost the event can have it sent again, and recognises it by its ID:");
  const body = { since, which: "all" } as const;
  narrator.asked(`POST /api/v1/watches/${id}/replay ${JSON.stringify(body)}`);
  const { data: replay } = await api.POST("/api/v1/watches/{id}/replay", { params: { path: { id } }, body });
  narrator.show(replay);
  const again = await webhook.waitForRequests(3, `POST ${RECEIVER_PATH}`);
  expectThat(haveSameId(again), "the same ID on a replay");
};

/** Advances time until the latest delivery of a watch has reached a status, and prints its deliveries. */
async function awaitDelivery(
  { api, narrator, clock }: Stage,
  id: string,
  minutes: number,
  soFar: (newest: Schemas["Delivery"]) => boolean,
): Promise<void> {
  const list = async () =>
    (await api.GET("/api/v1/watches/{id}/deliveries", { params: { path: { id } } })).data;
  await advanceUntil({ clock }, minutes, "a delivery when it was due", async () => {
    const [newest] = (await list()).items;
    return newest !== undefined && soFar(newest);
  });
  narrator.asked(`GET /api/v1/watches/${id}/deliveries`);
  printPage(narrator.terminal, await list(), createDeliveryTable(clock.now(), "There are no deliveries."));
}

function listReceived({ sandbox }: Stage): RecordedRequest[] {
  return sandbox.webhook.requests.filter(({ path }) => path === RECEIVER_PATH);
}

function haveSameId(requests: readonly RecordedRequest[]): boolean {
  const ids = new Set(requests.map(({ headers }) => headers["webhook-id"]));
  return ids.size === 1 && !ids.has(undefined);
}

/** Returns whether a signature is valid, as a receiver would check it (Standard Webhooks). */
function isSigned({ headers, text }: RecordedRequest, secret: string): boolean {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${text}`;
  const signature = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  return (headers["webhook-signature"] ?? "").split(" ").includes(signature);
}
