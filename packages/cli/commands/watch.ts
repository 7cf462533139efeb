import { apiClient } from "../api-client.ts";
import { EXIT } from "../exit.ts";
import { printableLine } from "../printable.ts";
import { spinning } from "../spinner.ts";
import { printPage } from "../table.ts";
import { printJson, style, type Terminal } from "../terminal.ts";
import { newSigningSecret, printSigningSecret } from "../watch/signing-secret.ts";
import { watchTable } from "../watch/watch-table.ts";
import { type AddCommand, examples } from "./command.ts";
import { addWatchAddCommands } from "./watch-add.ts";
import { addWatchDeliverCommand, addWatchDeliveriesCommand } from "./watch-deliveries.ts";
import { addWatchEventsCommand } from "./watch-events.ts";
import { addWatchReplayCommand } from "./watch-replay.ts";

export const addWatchCommands: AddCommand = (program, terminal, finish) => {
  const watch = program
    .command("watch")
    .description("Watch feeds and inboxes, read what was found, and have it delivered.");
  addWatchAddCommands(watch, terminal, finish);

  watch
    .command("list")
    .description("List watches, and whether each is alive.")
    .option("--json", "print JSON alone")
    .option("--cursor <cursor>", "go on behind an earlier page")
    .addHelpText(
      "after",
      `${examples("plumbline watch list")}

Columns:
  LAST LOOK  when it last looked and all went well
  LAG        by how much the next such look is overdue
  SILENT     for how long it has found nothing
  FAILED     looks in a row that went wrong

Below a watch stands what is wrong with it: its looks, its deliveries, a gap in what it has seen.`,
    )
    .action(async ({ json, ...query }: { json?: true; cursor?: string }) => {
      const { data } = await apiClient(terminal, "dev-api-key").GET("/api/v1/watches", {
        params: { query },
      });
      printPage(terminal, data, json, watchTable(data.items, terminal.clock.now()));
    });

  for (const add of [
    addWatchEventsCommand,
    addWatchDeliverCommand,
    addWatchReceiverCommands,
    addWatchDeliveriesCommand,
    addWatchReplayCommand,
  ])
    add(watch, terminal, finish);

  watch
    .command("pause <id>")
    .description("Stop looking for a while; what comes meanwhile is found after resume.")
    .option("--json", "print JSON alone")
    .addHelpText("after", examples("plumbline watch pause WATCH_ID"))
    .action((id: string, { json }: { json?: true }) => setPaused(terminal, id, true, json));

  watch
    .command("resume <id>")
    .description("Go on looking.")
    .option("--json", "print JSON alone")
    .addHelpText("after", examples("plumbline watch resume WATCH_ID"))
    .action((id: string, { json }: { json?: true }) => setPaused(terminal, id, false, json));

  watch
    .command("release <id>")
    .description("List the items of a flood that are held back.")
    .option("--json", "print JSON alone")
    .addHelpText("after", examples("plumbline watch release WATCH_ID"))
    .action(async (id: string, { json }: { json?: true }) => {
      const { data } = await apiClient(terminal, "dev-api-key").PATCH("/api/v1/watches/{id}", {
        params: { path: { id } },
        body: { release_flood: true },
      });
      if (json) printJson(terminal, data);
      else terminal.out(`released ${data.health.feed?.flood?.items ?? 0} items of ${data.id}\n`);
    });

  watch
    .command("delete <id>")
    .description("End a watch and erase all it found.")
    .addHelpText("after", examples("plumbline watch delete WATCH_ID"))
    .action(async (id: string) => {
      await apiClient(terminal, "dev-api-key").DELETE("/api/v1/watches/{id}", { params: { path: { id } } });
      terminal.out(`deleted ${id}\n`);
    });
};

async function setPaused(
  terminal: Terminal,
  id: string,
  paused: boolean,
  json: true | undefined,
): Promise<void> {
  const { data: watch } = await apiClient(terminal, "dev-api-key").PATCH("/api/v1/watches/{id}", {
    params: { path: { id } },
    body: { paused },
  });
  if (json) printJson(terminal, watch);
  else terminal.out(`${paused ? "paused" : "resumed"} ${watch.id}\n`);
}

/** `watch secret` and `watch test`: what a receiver verifies with, and whether it takes what is sent. */
const addWatchReceiverCommands: AddCommand = (watch, terminal, finish) => {
  watch
    .command("secret <id>")
    .description("Make a new signing secret; it is shown once. The one before goes on signing for 24 h.")
    .option("--json", "print JSON alone")
    .addHelpText("after", examples("plumbline watch secret WATCH_ID"))
    .action(async (id: string, { json }: { json?: true }) => {
      const secret = await newSigningSecret(apiClient(terminal, "dev-api-key"), id);
      if (json) return printJson(terminal, { secret });
      printSigningSecret(terminal, secret);
      terminal.err("Deliveries are signed with the one before, too, for 24 h.\n");
    });

  watch
    .command("test <id>")
    .description("Send the receiver a signed test message, once and now, and say whether it took it.")
    .option("--json", "print JSON alone")
    .addHelpText("after", examples("plumbline watch test WATCH_ID"))
    .action(async (id: string, { json }: { json?: true }) => {
      const sent = apiClient(terminal, "dev-api-key").POST("/api/v1/watches/{id}/deliveries", {
        params: { path: { id } },
      });
      const { data: test } = await spinning(terminal, "waiting for the receiver…", sent);
      finish(test.ok ? EXIT.ok : EXIT.failed);
      if (json) return printJson(terminal, test);
      const told = test.ok
        ? `${style(terminal, "green", "taken")}: ${printableLine(test.url)} answered ${test.status}`
        : `${style(terminal, "red", "not taken")} (${test.error_code}): ${printableLine(test.message ?? "")}`;
      terminal.out(`${told}\n`);
    });
};
