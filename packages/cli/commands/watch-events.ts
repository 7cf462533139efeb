import type { Schemas } from "@plumbline/client/schemas.ts";
import type { ApiClient } from "../api-client.ts";
import { parsePageLimit } from "../command-input.ts";
import { followUntilEnded } from "../follow.ts";
import { printAside, printJson, printJsonLine, type Terminal } from "../terminal.ts";
import { formatEventLine } from "../watch/event-line.ts";
import type { QueryOf } from "./api-command.ts";
import { command } from "./command.ts";

/** `watch events`. */
export const addWatchEventsCommand = command({
  words: "events <id>",
  about: "List a watch's events, oldest first, one per line.",
  options: {
    after: "--after <cursor>  only events after this one",
    limit: ["--limit <n>  events per page, 1 to 100; default: 50", parsePageLimit],
    follow: "--follow  keep printing new events, every 10 s, until Ctrl-C",
    json: "--json  print only JSON; with --follow, one line of JSON per event",
  },
  examples: [
    "plumbline watch events WATCH_ID",
    "plumbline watch events WATCH_ID --follow --json | jq --unbuffered .item.url",
  ],
  async run({ id, follow, json, ...query }, { terminal, api }) {
    if (follow) {
      return followEvents(terminal, api, id, query, (event) => {
        if (json) printJsonLine(terminal, event);
        else terminal.out(`${formatEventLine(event)}\n`);
      });
    }
    const { data: page } = await api.GET("/api/v1/watches/{id}/events", { params: { path: { id }, query } });
    if (json) return printJson(terminal, page);
    for (const event of page.items) terminal.out(`${formatEventLine(event)}\n`);
    const last = page.items.at(-1);
    if (page.next_cursor !== null) terminal.err(`More: --after ${page.next_cursor}\n`);
    else if (last) printAside(terminal, `For later events: --after ${last.cursor}`);
    else terminal.err(`There are no${query.after === undefined ? "" : " more"} events yet.\n`);
  },
});

const POLL_INTERVAL_MS = 10_000;

/** Prints the events of a watch and each new one, oldest first. Polls until `followUntilEnded` stops it. */
function followEvents(
  terminal: Pick<Terminal, "clock" | "dialogue" | "onReaderGone">,
  api: ApiClient,
  id: string,
  query: QueryOf<"/api/v1/watches/{id}/events">,
  print: (event: Schemas["WatchEvent"]) => void,
): Promise<void> {
  return followUntilEnded(terminal, async (signal) => {
    for (let { after } = query; ; ) {
      const { data: page } = await api.GET("/api/v1/watches/{id}/events", {
        params: { path: { id }, query: after === undefined ? query : { ...query, after } },
        signal,
      });
      for (const event of page.items) print(event);
      after = page.next_cursor ?? page.items.at(-1)?.cursor ?? after;
      if (page.next_cursor === null) await terminal.clock.wait(POLL_INTERVAL_MS, signal);
    }
  });
}
