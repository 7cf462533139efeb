import { RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import { InvalidArgumentError } from "commander";
import { apiClient } from "../api-client.ts";
import { readLines } from "../command-input.ts";
import { McpBridge } from "../mcp-bridge.ts";
import type { AddCommand } from "./command.ts";
import { addMcpInstallCommand } from "./mcp-install.ts";

const { least, most, byDefault } = RESULT_CHARS;

export const addMcpCommand: AddCommand = (program, terminal, finish) => {
  const mcp = program
    .command("mcp")
    .description(
      "Serve the tools over standard input and output, to a desktop client that starts this as an MCP server.",
    )
    .option("--tools <names>", "comma list of the tools it may see; default: all")
    .option(
      "--max-result-chars <n>",
      `characters of a result, ${least} to ${most}; default: ${byDefault}`,
      resultChars,
    )
    .action(async ({ tools, maxResultChars }: { tools?: string; maxResultChars?: number }) => {
      const query = new URLSearchParams({
        ...(tools === undefined ? {} : { tools }),
        ...(maxResultChars === undefined ? {} : { max_result_chars: String(maxResultChars) }),
      });
      const path = query.size === 0 ? "/mcp" : `/mcp?${query}`;
      const { exchange } = apiClient(terminal, "agent-key");
      const bridge = new McpBridge({
        post: (init) => exchange(path, { ...init, method: "POST" }),
        write: (message) => terminal.out(`${JSON.stringify(message)}\n`),
        warn: (text) => terminal.err(`${text}\n`),
      });
      await bridge.run(readLines(process.stdin));
    });
  addMcpInstallCommand(mcp, terminal, finish);
};

function resultChars(text: string): number {
  const chars = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (chars < least || chars > most) throw new InvalidArgumentError(`It must be ${least} to ${most}.`);
  return chars;
}
