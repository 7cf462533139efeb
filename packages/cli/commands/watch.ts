import { toPrintableLine } from "../printable.ts";
import { applyStyle, onStandardError } from "../terminal.ts";
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
  about: "Watch feeds and inboxes, list their events, and have them delivered.",
  commands: [
    addWatchAddCommands,
    apiCommand({
      route: "GET /api/v1/watches",
      words: "list",
      about: "List watches and their health.",
      after: `

Columns:
  LAST POLL  the last successful poll
  LAG        how long the next poll is overdue
  SILENT     how long it has been without an event
  FAILED     consecutive failed polls

Problems are listed below each watch: failed polls, failed deliveries, gaps in what it has seen.`,
      table: ({ items }, _given, { clock }) => watchTable(items, clock.now()),
    }),
    addWatchEventsCommand,
    addWatchDeliverCommand,
    apiCommand({
      route: "POST /api/v1/watches/{id}/secret",
      words: "secret <id>",
      about: "Create a new signing secret; it is shown once. The previous one keeps signing for 24 h.",
      show: (terminal, { secret }) => printSigningSecret(terminal, secret),
      err: () => "For 24 h, deliveries are also signed with the previous one.",
    }),
    apiCommand({
      route: "POST /api/v1/watches/{id}/deliveries",
      words: "test <id>",
      about: "Send the receiver one signed test message now, and show whether it was accepted.",
      wait: "waiting for the receiver…",
      failed: ({ ok }) => !ok,
      show(terminal, { ok, url, status, error_code, message }) {
        const shown = ok ? terminal : onStandardError(terminal);
        const verdict = ok
          ? `${applyStyle(shown, "green", "accepted")}: ${toPrintableLine(url)} responded with ${status}`
          : `${applyStyle(shown, "red", "not accepted")} (${error_code}): ${toPrintableLine(message ?? "")}`;
        shown.out(`${verdict}\n`);
      },
    }),
    addWatchDeliveriesCommand,
    addWatchReplayCommand,
    apiCommand({
      route: "PATCH /api/v1/watches/{id}",
      words: "pause <id>",
      about: "Pause polling; items that arrive meanwhile are reported after resume.",
      body: { paused: true },
      out: ({ id }) => `paused ${id}`,
    }),
    apiCommand({
      route: "PATCH /api/v1/watches/{id}",
      words: "resume <id>",
      about: "Resume polling.",
      body: { paused: false },
      out: ({ id }) => `resumed ${id}`,
    }),
    apiCommand({
      route: "PATCH /api/v1/watches/{id}",
      words: "release <id>",
      about: "Release the items held back after a flood.",
      body: { release_flood: true },
      out: ({ id, health }) => `released ${health.feed?.flood?.items ?? 0} items of ${id}`,
    }),
    apiCommand({
      route: "DELETE /api/v1/watches/{id}",
      words: "delete <id>",
      about: "Delete a watch and its events.",
      json: false,
      out: (_gone, { id }) => `deleted ${id}`,
    }),
  ],
});
