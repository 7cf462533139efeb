import type { Schemas } from "@plumbline/client/schemas.ts";
import { sampleMailToken, sampleMailUser } from "@plumbline/sandbox/mail/imap-server.ts";
import { printPage } from "../table.ts";
import { formatEventLine } from "../watch/event-line.ts";
import { watchTable } from "../watch/watch-table.ts";
import {
  advanceUntil,
  connect,
  createDemoWatch,
  expectThat,
  type Scene,
  type Stage,
  showToolCall,
} from "./stage.ts";

const FEED_PATH = "/atom.xml";
const INTERVAL = 5;

export const watchScene: Scene = async (stage) => {
  const { api, narrator, sandbox } = stage;
  narrator.scene("Watches report each new item once, and show their health");
  const mailbox = { kind: "mail_oauth_b", label: "watched", token: sampleMailToken } as const;
  const credential_id = await connect(stage, { ...mailbox, metadata: { username: sampleMailUser } });
  const feed = await createDemoWatch(stage, {
    type: "feed",
    url: `${sandbox.feeds.url}${FEED_PATH}`,
    interval_minutes: INTERVAL,
  });
  const inbox = await createDemoWatch(stage, {
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
  await showToolCall(stage, "email_send", {
    credential_id,
    to: [sampleMailUser],
    subject: "Who keeps watch on Monday?",
    text: "Tell me.",
  });
  await awaitPolls(stage, [feed, inbox]);
  const [item, message] = [await printEvents(stage, feed), await printEvents(stage, inbox)];
  expectThat(item.length === 1 && message.length === 1, "the item and the mail");

  narrator.say("Five minutes later there is nothing new, and nothing is reported twice:");
  await awaitPolls(stage, [feed, inbox]);
  const again = [
    await printEvents(stage, feed, item[0]?.cursor),
    await printEvents(stage, inbox, message[0]?.cursor),
  ];
  expectThat(again.flat().length === 0, "nothing more");
  const poll = sandbox.feeds.requests.filter(({ path }) => path === FEED_PATH).at(-1);
  expectThat(poll?.headers["if-none-match"] !== undefined, "a conditional poll");

  narrator.say("The mailbox's credential is revoked. A watch that cannot poll says so:");
  await api.DELETE("/api/v1/credentials/{id}", { params: { path: { id: credential_id } } });
  await awaitPolls(stage, [feed, inbox]);
  narrator.asked("GET /api/v1/watches");
  const { data: page } = await api.GET("/api/v1/watches");
  printPage(narrator.terminal, page, watchTable(page.items, stage.clock.now()));
  const statuses = new Map(page.items.map(({ id, health }) => [id, health.status]));
  expectThat(
    statuses.get(feed) === "active" && statuses.get(inbox) === "needs_reconnect",
    "a healthy watch and one that needs a new credential",
  );
};

/** Moves the service's clock forward by one interval and waits until the service has polled these watches. */
async function awaitPolls({ api, clock }: Stage, ids: readonly string[]): Promise<void> {
  const from = clock.now() + INTERVAL * 60_000;
  await advanceUntil({ clock }, INTERVAL, "a poll when it was due", async () => {
    const { data: page } = await api.GET("/api/v1/watches");
    const seen = page.items.filter(({ health }) => Date.parse(health.last_polled_at ?? "") >= from);
    return ids.every((id) => seen.some((watch) => watch.id === id));
  });
}

async function printEvents(
  { api, narrator }: Stage,
  id: string,
  after?: string,
): Promise<Schemas["WatchEvent"][]> {
  narrator.asked(`GET /api/v1/watches/${id}/events${after === undefined ? "" : `?after=${after}`}`);
  const query = after === undefined ? {} : { after };
  const { data: page } = await api.GET("/api/v1/watches/{id}/events", { params: { path: { id }, query } });
  for (const event of page.items) narrator.say(formatEventLine(event));
  if (page.items.length === 0) narrator.show(page);
  return page.items;
}
