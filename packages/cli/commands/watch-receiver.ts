import { apiClient } from "../api-client.ts";
import { EXIT } from "../exit.ts";
import { printableLine } from "../printable.ts";
import { spinning } from "../spinner.ts";
import { printJson, style } from "../terminal.ts";
import { newSigningSecret, printSigningSecret } from "../watch/signing-secret.ts";
import { type AddCommand, examples } from "./command.ts";

/** `watch secret` and `watch test`: what a receiver verifies with, and whether it takes what is sent. */
export const addWatchReceiverCommands: AddCommand = (watch, terminal, finish) => {
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
