import type { Schemas } from "@plumbline/client/schemas.ts";
import type { ApiClient } from "../api-client.ts";
import { pageLimit } from "../command-input.ts";
import { followUntilEnded } from "../follow.ts";
import { aside, printJson, printJsonLine, type Terminal } from "../terminal.ts";
import { eventLine } from "../watch/event-line.ts";
import { command } from "./command.ts";

/** `watch events`. */
export const addWatchEventsCommand = command({
  words: "events <id>",
  about: "List what a watch found, oldest first, one line each.",
  options: {
    after: "--after <cursor>  only what was found behind this",
    limit: ["--limit <n>  events read at once, 1 to 100; default: 50", pageLimit],
    follow: "--follow  go on: ask again every 10 s until Ctrl-C",
    json: "--json  print JSON alone; with --follow, each event as a line of it",
  },
  examples: [
    "plumbline watch events WATCH_ID",
    "plumbline watch events WATCH_ID --follow --json | jq --unbuffered .item.url",
  ],
  async run({ id, follow, json, ...query }, { terminal, api }) {
    if (follow) {
      return followEvents(terminal, api, id, query, (event) => {
        if (json) printJsonLine(terminal, event);
        else terminal.out(`${eventLine(event)}\n`);
      });
    }
    const { data: page } = await api.GET("/api/v1/watches/{id}/events", { params: { path: { id }, query } });
    if (json) return printJson(terminal, page);
    for (const event of page.items) terminal.out(`${eventLine(event)}\n`);
    const last = page.items.at(-1);
    if (page.next_cursor !== null) terminal.err(`More: --after ${page.next_cursor}\n`);
    else if (last) aside(terminal, `What comes later: --after ${last.cursor}`);
    else terminal.err(`It has found nothing${query.after === undefined ? "" : " more"} yet.\n`);
  },
});

const ASKED_EVERY_MS = 10_000;

/** Which events of a watch to read, and how many at once. */
interface EventQuery {
  after?: string;
  limit?: number;
}

/** Prints the events of a watch and each new one, oldest first. Polls until `followUntilEnded` ends it. */
function followEvents(
  terminal: Pick<Terminal, "clock" | "dialogue" | "onReaderGone">,
  api: ApiClient,
  id: string,
  query: EventQuery,
  tell: (event: Schemas["WatchEvent"]) => void,
): Promise<void> {
  return followUntilEnded(terminal, async (signal) => {
    for (let { after } = query; ; ) {
      const { data: page } = await api.GET("/api/v1/watches/{id}/events", {
        params: { path: { id }, query: after === undefined ? query : { ...query, after } },
        signal,
      });
      for (const event of page.items) tell(event);
      after = page.next_cursor ?? page.items.at(-1)?.cursor ?? after;
      if (page.next_cursor === null) await terminal.clock.wait(ASKED_EVERY_MS, signal);
    }
  });
}
