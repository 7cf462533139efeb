import { type AddCommand, examples } from "./command.ts";

export const addSandboxCommand: AddCommand = (program, terminal) => {
  program
    .command("sandbox")
    .description("Run sandbox providers on this machine until Ctrl-C, to call every tool without an account.")
    .option("--json", "print the service's settings alone, as one JSON object of names and values")
    .addHelpText(
      "after",
      `
It prints two groups of lines to paste, and the names to call with: the settings, into the terminal that is to run the
service, and then credentials with the sandbox's tokens, into another. Each start has ports of its own; start the service again with the new settings.
${examples("plumbline sandbox")}`,
    )
    .action(async ({ json = false }: { json?: boolean }) => {
      // Every sandbox provider, which no other command but the demo waits for.
      const { runSandbox } = await import("../sandbox/run-sandbox.ts");
      await runSandbox(terminal, { json });
    });
};
