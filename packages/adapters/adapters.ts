import { calendarAdapter } from "./calendar/index.ts";
import { chatappAdapter } from "./chatapp/index.ts";
import { crmAdapter } from "./crm/index.ts";
import type { Adapter } from "./define-adapter.ts";
import { httpAdapter } from "./http/index.ts";
import { mailAdapter } from "./mail/index.ts";
import { microblogAdapter } from "./microblog/index.ts";
import { networkAdapter } from "./network/index.ts";
import { notesAdapter } from "./notes/index.ts";
import { rssAdapter } from "./rss/index.ts";
import { trackerAdapter } from "./tracker/index.ts";

/**
 * All adapters, in the order in which their tools are listed. Tools and connection checks are derived from
 * this list.
 */
export const ADAPTERS: readonly Adapter[] = [
  chatappAdapter,
  notesAdapter,
  crmAdapter,
  trackerAdapter,
  microblogAdapter,
  networkAdapter,
  mailAdapter,
  calendarAdapter,
  httpAdapter,
  rssAdapter,
];
