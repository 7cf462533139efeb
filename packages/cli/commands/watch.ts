import { printableLine } from "../printable.ts";
import { style } from "../terminal.ts";
import { printSigningSecret } from "../watch/signing-secret.ts";
import { watchTable } from "../watch/watch-table.ts";
import { apiCommand } from "./api-command.ts";
import { group } from "./command.ts";
import { addWatchAddCommands } from "./watch-add.ts";
import {
  addWatchDeliverCommand,
  addWatchDeliveriesCommand,
  addWatchReplayCommand,
} from "./watch-deliveries.ts";
import { addWatchEventsCommand } from "./watch-events.ts";

export const addWatchCommands = group({
  word: "watch",
  about: "Watch feeds and inboxes, read what was found, and have it delivered.",
  commands: [
    addWatchAddCommands,
    apiCommand({
      route: "GET /api/v1/watches",
      words: "list",
      about: "List watches, and whether each is alive.",
      examples: ["plumbline watch list"],
      after: `

Columns:
  LAST LOOK  when it last looked and all went well
  LAG        by how much the next such look is overdue
  SILENT     for how long it has found nothing
  FAILED     looks in a row that went wrong

Below a watch stands what is wrong with it: its looks, its deliveries, a gap in what it has seen.`,
      table: ({ items }, _given, { clock }) => watchTable(items, clock.now()),
    }),
    addWatchEventsCommand,
    addWatchDeliverCommand,
    apiCommand({
      route: "POST /api/v1/watches/{id}/secret",
      words: "secret <id>",
      about: "Make a new signing secret; it is shown once. The one before goes on signing for 24 h.",
      examples: ["plumbline watch secret WATCH_ID"],
      show: (terminal, { secret }) => printSigningSecret(terminal, secret),
      err: () => "Deliveries are signed with the one before, too, for 24 h.",
    }),
    apiCommand({
      route: "POST /api/v1/watches/{id}/deliveries",
      words: "test <id>",
      about: "Send the receiver a signed test message, once and now, and say whether it took it.",
      examples: ["plumbline watch test WATCH_ID"],
      wait: "waiting for the receiver…",
      failed: ({ ok }) => !ok,
      out: ({ ok, url, status, error_code, message }, _given, terminal) =>
        ok
          ? `${style(terminal, "green", "taken")}: ${printableLine(url)} answered ${status}`
          : `${style(terminal, "red", "not taken")} (${error_code}): ${printableLine(message ?? "")}`,
    }),
    addWatchDeliveriesCommand,
    addWatchReplayCommand,
    apiCommand({
      route: "PATCH /api/v1/watches/{id}",
      words: "pause <id>",
      about: "Stop looking for a while; what comes meanwhile is found after resume.",
      body: { paused: true },
      examples: ["plumbline watch pause WATCH_ID"],
      out: ({ id }) => `paused ${id}`,
    }),
    apiCommand({
      route: "PATCH /api/v1/watches/{id}",
      words: "resume <id>",
      about: "Go on looking.",
      body: { paused: false },
      examples: ["plumbline watch resume WATCH_ID"],
      out: ({ id }) => `resumed ${id}`,
    }),
    apiCommand({
      route: "PATCH /api/v1/watches/{id}",
      words: "release <id>",
      about: "List the items of a flood that are held back.",
      body: { release_flood: true },
      examples: ["plumbline watch release WATCH_ID"],
      out: ({ id, health }) => `released ${health.feed?.flood?.items ?? 0} items of ${id}`,
    }),
    apiCommand({
      route: "DELETE /api/v1/watches/{id}",
      words: "delete <id>",
      about: "End a watch and erase all it found.",
      json: false,
      examples: ["plumbline watch delete WATCH_ID"],
      out: (_gone, { id }) => `deleted ${id}`,
    }),
  ],
});
