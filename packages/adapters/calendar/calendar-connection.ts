import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import * as z from "zod";
import type { ConnectionCheck } from "../define-adapter.ts";
import { isForCalendar } from "../mail/provider.ts";
import { callCalendar } from "./calendar-client.ts";
import { eventList } from "./event.ts";

/**
 * Testing a calendar token: one event of the calendar it is for. The kind opens mailboxes too, which are
 * tested by signing in.
 */
export function calendarConnection(baseUrl: string): ConnectionCheck {
  return {
    kinds: ["mail_oauth_a"],
    fits: isForCalendar,
    test: defineTool({
      name: "credential_test:calendar",
      description: "Asks for one event of the connection's calendar; changes nothing.",
      input: z.object({}),
      output: z.object({ account: z.string().optional().describe("The calendar's name.") }),
      credential: { use: "required", kinds: ["mail_oauth_a"] },
      effect: "read",
      idempotency: "read",
      reach: { to: "provider", baseUrls: [baseUrl] },
      reads: "own",
      async run(_input, context) {
        const query = new URLSearchParams({ maxResults: "1" });
        const call = { method: "GET", path: "events", query, answer: eventList } as const;
        const { summary } = await callCalendar(context, baseUrl, call);
        return summary === undefined ? {} : { account: summary };
      },
    }),
  };
}
