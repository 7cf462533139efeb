import { calendar } from "./calendar/provider.ts";
import { chatapp } from "./chatapp/provider.ts";
import { crm } from "./crm/provider.ts";
import type { AdapterEntry } from "./define-adapter.ts";
import { http } from "./http/provider.ts";
import { mailOauthA, mailOauthB } from "./mail/provider.ts";
import { microblog } from "./microblog/provider.ts";
import { network } from "./network/provider.ts";
import { notes } from "./notes/provider.ts";
import { rss } from "./rss/provider.ts";
import { tracker } from "./tracker/provider.ts";

/**
 * All adapters, in the order in which their tools are listed. Tools and connection checks are derived from
 * this list. An adapter's code is loaded when it is first needed.
 */
export const ADAPTERS: readonly AdapterEntry[] = [
  {
    providers: [chatapp],
    tools: ["chatapp_dm", "chatapp_post_channel"],
    load: async () => (await import("./chatapp/index.ts")).chatappAdapter,
  },
  {
    providers: [notes],
    tools: ["notes_query", "notes_create_page"],
    load: async () => (await import("./notes/index.ts")).notesAdapter,
  },
  {
    providers: [crm],
    tools: ["crm_upsert_contact"],
    load: async () => (await import("./crm/index.ts")).crmAdapter,
  },
  {
    providers: [tracker],
    tools: ["tracker_create_issue"],
    load: async () => (await import("./tracker/index.ts")).trackerAdapter,
  },
  {
    providers: [microblog],
    tools: ["social_post:microblog"],
    load: async () => (await import("./microblog/index.ts")).microblogAdapter,
  },
  {
    providers: [network],
    tools: ["social_post:network"],
    load: async () => (await import("./network/index.ts")).networkAdapter,
  },
  {
    providers: [mailOauthA, mailOauthB],
    tools: ["email_send", "email_reply", "email_search", "email_get"],
    load: async () => (await import("./mail/index.ts")).mailAdapter,
  },
  {
    providers: [calendar],
    tools: ["calendar_create_event", "calendar_list_events"],
    load: async () => (await import("./calendar/index.ts")).calendarAdapter,
  },
  {
    providers: [http],
    tools: ["http_post_json"],
    load: async () => (await import("./http/index.ts")).httpAdapter,
  },
  {
    providers: [rss],
    tools: ["feed_read"],
    load: async () => (await import("./rss/index.ts")).rssAdapter,
  },
];
