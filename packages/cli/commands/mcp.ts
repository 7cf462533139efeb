import { apiClient } from "../api-client.ts";
import { McpBridge } from "../mcp-bridge.ts";
import { readLines } from "../read-lines.ts";
import type { AddCommand } from "./command.ts";

export const addMcpCommand: AddCommand = (program, terminal) => {
  program
    .command("mcp")
    .description(
      "Serve the tools over standard input and output, to a desktop client that starts this as an MCP server.",
    )
    .option("--tools <names>", "comma list of the tools it may see; default: all")
    .action(async ({ tools }: { tools?: string }) => {
      const path = tools === undefined ? "/mcp" : `/mcp?tools=${encodeURIComponent(tools)}`;
      const { exchange } = apiClient(terminal, "dev-api-key");
      const bridge = new McpBridge({
        post: (init) => exchange(path, { ...init, method: "POST" }),
        write: (message) => terminal.out(`${JSON.stringify(message)}\n`),
        warn: (text) => terminal.err(`${text}\n`),
      });
      await bridge.run(readLines(process.stdin));
    });
};
