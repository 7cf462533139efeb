import { apiClient } from "../api-client.ts";
import { EXIT } from "../exit.ts";
import { printJson, printTable, style } from "../terminal.ts";
import type { AddCommand } from "./command.ts";
import { parseObject } from "./credential.ts";

export const addToolCommands: AddCommand = (program, terminal, finish) => {
  const tool = program.command("tool").description("List the tools and call one.");

  tool
    .command("list")
    .description("List the tools.")
    .option("--format <format>", "as openai, anthropic, bedrock or mcp take them (prints JSON)")
    .option("--json", "print JSON alone")
    .action(async ({ format, json }: { format?: string; json?: true }) => {
      const query = format === undefined ? "" : `?format=${encodeURIComponent(format)}`;
      const page = await apiClient(terminal, "dev-api-key").request("GET", `/api/v1/tools${query}`);
      if (json || format !== undefined) return printJson(terminal, page);
      const rows = (page.items as Record<string, string>[]).map(
        ({ name = "", effect = "", description = "" }) => [
          name,
          effect,
          `${description.split(/(?<=\.) /)[0]}`,
        ],
      );
      printTable(terminal, ["TOOL", "EFFECT", "WHAT IT DOES"], rows);
    });

  tool
    .command("call <name> [arguments]")
    .description("Call a tool with a JSON object of arguments (or - for standard input).")
    .option("--json", "print JSON alone")
    .action(async (name: string, text: string | undefined, { json }: { json?: true }) => {
      const given = text === "-" ? ((await terminal.input()) ?? "") : (text ?? "{}");
      const body = { arguments: parseObject(given, "the arguments") };
      const path = `/api/v1/tools/${encodeURIComponent(name)}`;
      const result = await apiClient(terminal, "dev-api-key").request("POST", path, body);
      finish(result.ok ? EXIT.ok : EXIT.failed);
      if (json) return printJson(terminal, result);
      if (result.ok) {
        terminal.err(
          `${style(terminal, "dim", `${result.tool}: ${result.attempts} attempt(s), ${result.elapsed_ms} ms`)}\n`,
        );
        return printJson(terminal, result.result);
      }
      terminal.out(`${style(terminal, "red", "refused")} (${result.error_code}): ${result.refusal_reason}\n`);
      if (result.next_step) terminal.out(`next: ${result.next_step}\n`);
    });
};
