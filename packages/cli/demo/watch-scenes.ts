import type { Schemas } from "@plumbline/client/schemas.ts";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { sampleMailToken, sampleMailUser } from "@plumbline/sandbox/mail/imap-server.ts";
import { printPage } from "../table.ts";
import { eventLine } from "../watch/event-line.ts";
import { watchTable } from "../watch/watch-table.ts";
import { callTool, connect } from "./call-tool.ts";
import { expectThat, type Scene, type Stage } from "./stage.ts";

const FEED_PATH = "/atom.xml";
const INTERVAL = 5;
/** In real time. */
const ASKED_EVERY_MS = 20;
const ASKED_A_MINUTE = 25;
const MOST_ASKED = 500;

export const watches: Scene = async (stage) => {
  const { api, narrator, sandbox } = stage;
  narrator.scene("Watches find what comes, each thing once, and show that they are alive");
  const mailbox = { kind: "mail_oauth_b", label: "watched", token: sampleMailToken } as const;
  const credential_id = await connect(stage, { ...mailbox, metadata: { username: sampleMailUser } });
  const feed = await begin(stage, {
    type: "feed",
    url: `${sandbox.feeds.url}${FEED_PATH}`,
    interval_minutes: INTERVAL,
  });
  const inbox = await begin(stage, {
    type: "inbox",
    credential_id,
    query: "is:unread subject:watch",
    interval_minutes: INTERVAL,
  });

  narrator.say("An item is published, a mail is sent, and five minutes pass:");
  sandbox.feeds.feed.publish({
    slug: "night-watch",
    title: "The night watch begins",
    summary: "From Monday on.",
    publishedAt: "2026-01-05T18:00:00Z",
  });
  await callTool(stage, "email_send", {
    credential_id,
    to: [sampleMailUser],
    subject: "Who keeps watch on Monday?",
    text: "Tell me.",
  });
  await letPass(stage, [feed, inbox]);
  const [item, message] = [await found(stage, feed), await found(stage, inbox)];
  expectThat(item.length === 1 && message.length === 1, "the item and the mail");

  narrator.say("Five minutes later there is nothing new, and nothing comes twice:");
  await letPass(stage, [feed, inbox]);
  const again = [await found(stage, feed, item[0]?.cursor), await found(stage, inbox, message[0]?.cursor)];
  expectThat(again.flat().length === 0, "nothing more");
  const look = sandbox.feeds.requests.filter(({ path }) => path === FEED_PATH).at(-1);
  expectThat(look?.headers["if-none-match"] !== undefined, "a look that asks for what has changed");

  narrator.say(
    "The mailbox's credential is revoked. A watch that sees no more does not keep silent about it:",
  );
  await api.DELETE("/api/v1/credentials/{id}", { params: { path: { id: credential_id } } });
  await letPass(stage, [feed, inbox]);
  narrator.asked("GET /api/v1/watches");
  const { data: page } = await api.GET("/api/v1/watches");
  printPage(narrator.terminal, page, undefined, watchTable(stage.clock.now()));
  const statuses = new Map(page.items.map(({ id, health }) => [id, health.status]));
  expectThat(
    statuses.get(feed) === "active" && statuses.get(inbox) === "needs_reconnect",
    "a watch that is alive and one that needs its credential again",
  );
};

async function begin({ api, narrator }: Stage, body: Schemas["CreateWatch"]): Promise<string> {
  narrator.asked(`POST /api/v1/watches ${JSON.stringify(body)}`);
  const { data: watch } = await api.POST("/api/v1/watches", { body });
  narrator.show(watch);
  return watch.id;
}

/** Puts the service's clock forward by one interval, and waits until it has looked at these. */
async function letPass({ api, clock }: Stage, ids: readonly string[]): Promise<void> {
  clock.putForward(INTERVAL);
  const from = clock.now();
  const haveLooked = async () => {
    const { data: page } = await api.GET("/api/v1/watches");
    const looked = page.items.filter(({ health }) => Date.parse(health.last_polled_at ?? "") >= from);
    return ids.every((id) => looked.some((watch) => watch.id === id));
  };
  for (let asked = 1; !(await haveLooked()); asked++) {
    expectThat(asked < MOST_ASKED, "a look when its time had come");
    await systemClock.wait(ASKED_EVERY_MS);
    // Who was at work when the clock was put forward goes on with the next full minute.
    if (asked % ASKED_A_MINUTE === 0) clock.putForward(1);
  }
}

/** Lists what a watch found, and shows it. */
async function found({ api, narrator }: Stage, id: string, after?: string): Promise<Schemas["WatchEvent"][]> {
  narrator.asked(`GET /api/v1/watches/${id}/events${after === undefined ? "" : `?after=${after}`}`);
  const query = after === undefined ? {} : { after };
  const { data: page } = await api.GET("/api/v1/watches/{id}/events", { params: { path: { id }, query } });
  for (const event of page.items) narrator.say(eventLine(event));
  if (page.items.length === 0) narrator.show(page);
  return page.items;
}
