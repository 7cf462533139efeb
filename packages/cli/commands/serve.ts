import { type AddCommand, examples } from "./command.ts";

export const addServeCommand: AddCommand = (program, terminal, finish) => {
  program
    .command("serve")
    .description(
      "Start the service on this machine; its settings come from the environment (see docs/settings.md).",
    )
    .addHelpText("after", examples("plumbline serve", "PORT=9000 DATA_DIR=/tmp/plumbline plumbline serve"))
    .action(async () => {
      // The whole service, which no other command waits for.
      const { serveUntilStopped } = await import("@plumbline/local/server/serve.ts");
      finish(await serveUntilStopped(terminal.environment, terminal));
    });
};
