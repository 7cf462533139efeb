import { sampleCalendarToken } from "@plumbline/sandbox/calendar/sample-accounts.ts";
import { richTextItem } from "@plumbline/sandbox/notes/rich-text.ts";
import { sampleTasksDatabaseId } from "@plumbline/sandbox/notes/sample-workspace.ts";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { ANSWERING, type ConnectedAgent } from "./connected-agent.ts";

/** A tool that reads what strangers wrote. */
export interface ReadingTool {
  name: string;
  /** Writes a text where the tool will read it, and returns the arguments that read it. */
  plant(agent: ConnectedAgent, text: string): object | Promise<object>;
}

const WHEN = "2026-02-01T10:00:00Z";

function plantInFeed({ sandbox }: ConnectedAgent, text: string): { url: string } {
  sandbox.feeds.feed.list([{ slug: "one", title: "News", summary: text, publishedAt: WHEN }]);
  return { url: `${sandbox.feeds.url}/rss.xml` };
}

function plantInMail({ sandbox, mailId }: ConnectedAgent, text: string) {
  const { inbox } = sandbox.imap;
  for (const { uid } of [...inbox.messages]) inbox.expunge(uid);
  const messageId = `<${inbox.uidNext}@mail.example>`;
  inbox.add({ from: "Mallory <mallory@evil.example>", subject: text, text, messageId });
  return { credential_id: mailId };
}

let feedsWatched = 0;

/** Every tool whose results hold a stranger's words. */
export const READING_TOOLS: readonly ReadingTool[] = [
  { name: "feed_read", plant: plantInFeed },
  { name: "rss_subscribe", plant: plantInFeed },
  {
    name: "email_search",
    plant: (agent, text) => ({ ...plantInMail(agent, text), query: "newer_than:9y", include_body: true }),
  },
  { name: "email_watch_inbox", plant: plantInMail },
  {
    name: "watch_events",
    async plant(agent, text) {
      const { url } = plantInFeed(agent, text);
      feedsWatched += 1;
      const { json } = await agent.call("POST", "/api/v1/tools/rss_subscribe", {
        body: { arguments: { url: `${url}?watched=${feedsWatched}`, since: "2026-01-01" } },
      });
      return { watch_id: Object(json.result).watch_id };
    },
  },
  {
    name: "notes_query",
    plant({ sandbox }, text) {
      const { workspace } = sandbox.notes;
      workspace.pages.splice(0);
      workspace.addPage({
        parent: { database_id: sampleTasksDatabaseId },
        properties: { Task: { id: "title", type: "title", title: [richTextItem(text)] } },
      });
      return { database_id: sampleTasksDatabaseId };
    },
  },
  {
    name: "calendar_list_events",
    plant({ sandbox, calendarId }, text) {
      const { accounts } = sandbox.calendar;
      const token = accounts.tokens.get(sampleCalendarToken);
      const events = token && accounts.calendar("primary", token)?.events;
      const [start, end] = [{ dateTime: WHEN }, { dateTime: "2026-02-01T11:00:00Z" }];
      const event = { id: "invitation", status: "confirmed", summary: "Talk", eventType: "default" } as const;
      events?.splice(0, Infinity, { ...event, description: text, start, end });
      return { credential_id: calendarId, time_min: "2026-01-01T00:00:00Z" };
    },
  },
  {
    name: "http_post_json",
    plant({ sandbox }, text) {
      sandbox.webhook.scriptAlways(`POST ${ANSWERING}`, json({ note: text }));
      return { url: `${sandbox.webhook.url}${ANSWERING}`, body: {} };
    },
  },
  {
    name: "email_get",
    plant(agent, text) {
      const { inbox } = agent.sandbox.imap;
      return { ...plantInMail(agent, text), id: String(inbox.uidNext - 1) };
    },
  },
  {
    name: "grounded_research",
    plant({ sandbox }, text) {
      sandbox.searchA.scriptAlways("GET", (request, handle) => withNote(request, handle, text));
      return { query: "Who was Ada Lovelace?" };
    },
  },
];

/** The answer of the search backend with a text in every result. */
async function withNote(
  request: RecordedRequest,
  handle: (request: RecordedRequest) => unknown,
  text: string,
) {
  const { json: answer } = Object(await handle(request));
  const found: Record<string, unknown>[] = answer?.web?.results ?? [];
  const results = found.map((one) => ({
    ...one,
    title: `${one.title} ${text}`,
    description: `${one.description} ${text} Ada Lovelace says: ${text}`,
  }));
  return json({ ...answer, web: { type: "search", results } });
}
