import type { ArgumentSamples } from "./argument-samples.ts";

const database_id = "0123456789abcdef0123456789abcdef";
const page_id = "01234567-89ab-cdef-0123-456789abcdef";
const database = { database_id };
const feed = { url: "https://feeds.example/rss" };

/** Of the tools that read. */
export const READING_SAMPLES: Readonly<Record<string, ArgumentSamples>> = {
  grounded_research: {
    valid: [
      { query: "Who is Ada Lovelace?" },
      { query: "Who is Ada?", context: "mathematician", max_claims: 3, timeout_seconds: 6 },
    ],
    wrong: [{ query: 7 }, { query: "Who?", context: ["London"] }],
    unsaid: [{ query: "" }, { query: "q".repeat(8_001) }],
  },
  connections_list: {
    valid: [{}, { kind: "crm", query: "team", cursor: "3f2b8a52-6c1e-4d0a-9b7e-2f4c6d8e0a1b" }],
    wrong: [{ kind: "slackish" }, { query: 7 }, { cursor: "2" }],
    unsaid: [{ query: "" }],
  },
  notes_query: {
    valid: [
      database,
      { database_id: page_id, filter: { property: "Status", status: { equals: "Done" } }, page_size: 10 },
      { ...database, filter: { or: [{ property: "Done", checkbox: { equals: true } }] }, fetch_blocks: true },
      {
        ...database,
        sorts: [
          { property: "Due", direction: "ascending" },
          { timestamp: "created_time", direction: "descending" },
        ],
        cursor: "next",
      },
    ],
    wrong: [
      { ...database, filter: "Done" },
      { ...database, sorts: [{ property: "Due" }] },
      { ...database, sorts: [{ property: "Due", direction: "up" }] },
      { ...database, page_size: 101 },
    ],
    unsaid: [
      { database_id: "Tasks" },
      { ...database, sorts: [{ direction: "ascending" }] },
      { ...database, sorts: [{ property: "Due", direction: "ascending", nulls: "last" }] },
    ],
  },
  email_search: {
    valid: [
      { query: 'is:unread -from:ada subject:"two words" newer_than:24h after:2026-01-31 larger:5M' },
      { query: "plan", mailbox: "Archive", limit: 5, include_body: true },
    ],
    wrong: [
      { query: "plan", limit: 101 },
      { query: "plan", include_body: "yes" },
    ],
    unsaid: [{ query: "" }],
  },
  email_get: {
    valid: [{ id: "12" }, { id: "<1@example.com>", mailbox: "Archive" }],
    wrong: [{ id: 12.5 }],
    unsaid: [{ id: "the last one" }],
  },
  email_watch_inbox: {
    valid: [{}, { query: "from:ada", mailbox: "INBOX" }],
    wrong: [{ query: ["from:ada"] }],
    unsaid: [{ query: "" }, { mailbox: "two\nlines" }],
  },
  calendar_list_events: {
    valid: [
      {},
      { time_min: "2026-12-01T10:00+01:00", time_max: "2026-12-02T00:00:00Z", query: "call", limit: 5 },
      { time_min: "2026-12-01", time_max: "2026-12-02T10:00" },
    ],
    wrong: [{ limit: 251 }, { cursor: 7 }],
    unsaid: [{ time_min: "today" }],
  },
  rss_subscribe: {
    valid: [
      { ...feed, keywords: ["plan"], since: "2026-03-10" },
      { ...feed, since: "2026-03-10T09:00:00Z" },
    ],
    wrong: [
      { ...feed, keywords: "plan" },
      { ...feed, keywords: Array(21).fill("plan") },
    ],
    unsaid: [
      { ...feed, keywords: [] },
      { ...feed, since: "last week" },
    ],
  },
  feed_read: {
    valid: [{ ...feed, keywords: ["plan"], since: "2026-03-10", limit: 5 }],
    wrong: [
      { ...feed, keywords: "plan" },
      { ...feed, limit: 101 },
    ],
    unsaid: [
      { ...feed, keywords: [] },
      { ...feed, since: "last week" },
    ],
  },
  watch_events: {
    valid: [{}, { watch_id: page_id, after: "MTI", limit: 5 }],
    wrong: [{ limit: 0 }, { watch_id: 7 }],
    unsaid: [{ watch_id: "" }],
  },
  watch_stop: {
    valid: [{ watch_id: page_id }],
    wrong: [{}, { watch_id: [page_id] }],
    unsaid: [{ watch_id: " " }],
  },
};
