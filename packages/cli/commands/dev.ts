import { InvalidArgumentError } from "commander";
import { type AddCommand, examples } from "./command.ts";

/** The sandbox's first port, the same at each start, so that feeds and webhooks keep their addresses. */
const FIRST_PORT = 18_800;

export const addDevCommand: AddCommand = (program, terminal) => {
  program
    .command("dev")
    .description("Start the service in front of the sandbox, with accounts and a model to try it with.")
    .option(
      "--sandbox-port <port>",
      `first port of the sandbox's servers; 0 for any that are free (default: SANDBOX_PORT, or ${FIRST_PORT})`,
      portNumber,
    )
    .option("--verbose", "show the service's whole log, not warnings and errors alone")
    .addHelpText(
      "after",
      `
A provider is the real one as soon as one of its settings is there (docs/settings.md; .env is read) or an
account of it is connected; until then the sandbox plays it. The model is scripted: ask it what it can do.
${examples("plumbline dev", "PORT=9000 plumbline dev --verbose")}`,
    )
    .action(async ({ sandboxPort, verbose = false }: { sandboxPort?: number; verbose?: boolean }) => {
      const { SANDBOX_PORT } = terminal.environment;
      const firstPort = sandboxPort ?? (SANDBOX_PORT ? portNumber(SANDBOX_PORT) : FIRST_PORT);
      // The whole service and the sandbox, which no other command but the demo waits for.
      const { runDev } = await import("../dev/run-dev.ts");
      await runDev(terminal, { sandboxPort: firstPort, verbose });
    });
};

function portNumber(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_000) return port;
  throw new InvalidArgumentError("It must be a number from 0 to 65000.");
}
