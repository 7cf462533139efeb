import { serveUntilStopped } from "@plumbline/local/server/serve.ts";
import type { AddCommand } from "./command.ts";

export const addServeCommand: AddCommand = (program, terminal, finish) => {
  program
    .command("serve")
    .description("Start the service on this machine; its settings come from the environment (see README).")
    .action(async () => finish(await serveUntilStopped(terminal.environment, terminal)));
};
