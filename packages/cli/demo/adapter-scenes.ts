import { sampleCalendarToken } from "@plumbline/sandbox/calendar/sample-accounts.ts";
import { sampleCrmToken } from "@plumbline/sandbox/crm/sample-portal.ts";
import { hostileFeeds } from "@plumbline/sandbox/feeds/hostile.ts";
import { sampleMailToken, sampleMailUser } from "@plumbline/sandbox/mail/imap-server.ts";
import { sampleMicroblogToken } from "@plumbline/sandbox/microblog/sample-timeline.ts";
import { sampleMemberUrn, sampleNetworkToken } from "@plumbline/sandbox/network/sample-feed.ts";
import { sampleNotesToken, sampleTasksDatabaseId } from "@plumbline/sandbox/notes/sample-workspace.ts";
import { closeAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { afterHandling } from "@plumbline/sandbox/server/script.ts";
import { sampleApiKey } from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { connect, expectThat, type Scene, showToolCall } from "./stage.ts";

const PAGE = "# Launch\n\nWe go on **Monday**.\n\n- [x] Build\n- [ ] Tell [everybody](https://example.com)\n";

const showWorkTools: Scene = async (stage) => {
  const { narrator, sandbox } = stage;
  narrator.scene("Notes, CRM, issue tracker and calendar, each with its own rules");
  await connect(stage, { kind: "notes", label: "wiki", token: sampleNotesToken });
  const page = await showToolCall(stage, "notes_create_page", {
    parent: { database_id: sampleTasksDatabaseId },
    title: "Launch plan",
    content: PAGE,
  });
  const tasks = await showToolCall(stage, "notes_query", {
    database_id: sampleTasksDatabaseId,
    filter: { property: "Status", status: { equals: "To do" } },
    fetch_blocks: true,
  });
  expectThat(tasks.ok === true, "the open tasks with their text");
  const crm = await connect(stage, { kind: "crm", label: "contacts", token: sampleCrmToken });
  const contacts = await showToolCall(stage, "crm_upsert_contact", {
    credential_id: crm,
    contacts: [
      { email: "ada@example.com", properties: { firstname: "Ada" } },
      { email: "grace@example.com", properties: { shoe_size: "38" } },
    ],
  });
  expectThat(page.ok === true && contacts.ok === true, "a page, and one contact of two");

  narrator.say(
    "The tracker's response is lost. The issue has an ID that we chose, so a second attempt finds it:",
  );
  await connect(stage, { kind: "tracker", label: "issues", token: sampleApiKey });
  sandbox.tracker.script(({ text }) => text.includes("issueCreate"), afterHandling(closeAfterReading()));
  const issue = await showToolCall(stage, "tracker_create_issue", {
    team_id: "ENG",
    title: "Tell everybody",
    priority: "high",
    label_ids: ["Bug"],
    assignee_id: "ada@example.com",
  });
  expectThat(issue.ok === true && issue.attempts === 2, "one issue after two attempts");

  await connect(stage, { kind: "mail_oauth_a", label: "calendar", token: sampleCalendarToken });
  const event = await showToolCall(stage, "calendar_create_event", {
    summary: "Launch",
    start: "2026-12-01T10:00:00",
    end: "2026-12-01T10:30:00",
    time_zone: "Europe/Berlin",
    create_meeting_link: true,
  });
  const events = await showToolCall(stage, "calendar_list_events", { time_min: "2026-12-01T00:00:00Z" });
  expectThat(
    event.ok === true && JSON.stringify(events).includes("Launch"),
    "an event with a meeting link, listed after that",
  );
};

const showPublicPosts: Scene = async (stage) => {
  stage.narrator.scene("Public posts are measured as the provider measures them, before anything is sent");
  await connect(stage, { kind: "microblog", label: "blog", token: sampleMicroblogToken });
  const long = await showToolCall(stage, "social_post:microblog", { text: "長い".repeat(75) });
  const link = `Launched: https://example.com/${"launch/".repeat(40)}`;
  const post = await showToolCall(stage, "social_post:microblog", { text: link });
  expectThat(
    long.error_code === "validation" && post.ok === true,
    "150 wide characters refused, a long link accepted",
  );
  await connect(stage, {
    kind: "network",
    label: "profile",
    token: sampleNetworkToken,
    metadata: { urn: sampleMemberUrn },
  });
  const shared = await showToolCall(stage, "social_post:network", {
    text: "We launched.",
    visibility: "CONNECTIONS",
  });
  expectThat(shared.ok === true, "a post on the professional network");
};

const mail: Scene = async (stage) => {
  const { narrator } = stage;
  narrator.scene("Mail by XOAUTH2 over STARTTLS: sent with one recipient refused, then found again");
  const credential_id = await connect(stage, {
    kind: "mail_oauth_b",
    label: "mailbox",
    token: sampleMailToken,
    metadata: { username: sampleMailUser },
  });
  const sent = await showToolCall(stage, "email_send", {
    credential_id,
    to: [sampleMailUser, "nobody@example.com"],
    subject: "Grüße zum Start 🚀",
    text: "We launched.",
    attachments: [{ filename: "plan.txt", content_base64: Buffer.from("Monday").toString("base64") }],
  });
  const found = await showToolCall(stage, "email_search", {
    credential_id,
    query: "is:unread subject:grüße has:attachment newer_than:24h",
    include_body: true,
  });
  expectThat(sent.ok === true && JSON.stringify(found).includes("plan.txt"), "the message in the mailbox");
  await showToolCall(stage, "email_search", { credential_id, query: "is:unred" });
};

const feeds: Scene = async (stage) => {
  const { narrator, sandbox } = stage;
  narrator.scene("Feeds are parsed in a separate thread, with limits on time and memory");
  const url = `${sandbox.feeds.url}/rss.xml`;
  const read = await showToolCall(stage, "rss_subscribe", {
    url,
    since: "2025-12-01",
    keywords: ["dome", "комета"],
  });
  sandbox.feeds.script("", hostileFeeds["gzip-bomb"]());
  const bomb = await showToolCall(stage, "rss_subscribe", { url });
  expectThat(read.ok === true && bomb.error_code === "validation", "a feed, and an XML bomb that is refused");
};

export const adapterScenes: readonly Scene[] = [showWorkTools, showPublicPosts, mail, feeds];
