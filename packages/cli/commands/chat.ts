import { apiClient } from "../api-client.ts";
import { EXIT } from "../exit.ts";
import { readEvents } from "../read-events.ts";
import { style } from "../terminal.ts";
import type { AddCommand } from "./command.ts";

export const addChatCommand: AddCommand = (program, terminal, finish) => {
  program
    .command("chat <prompt>")
    .description("Stream one run of the agent.")
    .option("--json", "print each chunk as a line of JSON")
    .action(async (prompt: string, { json }: { json?: true }) => {
      const body = { messages: [{ role: "user", content: prompt }] };
      const stream = await apiClient(terminal, "dev-api-key").stream("/api/v1/agent/stream", body);
      for await (const event of readEvents(stream)) {
        if (event.type === "done") finish(event.stop_reason === "end" ? EXIT.ok : EXIT.failed);
        if (json) terminal.out(`${JSON.stringify(event)}\n`);
        else if (event.type === "text_delta") terminal.out(`${event.text}`);
        else if (event.type === "tool_use") terminal.err(style(terminal, "dim", `→ ${event.name}\n`));
        else if (event.type === "tool_result")
          terminal.err(style(terminal, "dim", `← ${event.is_error ? event.error_code : "ok"}\n`));
        else if (event.type === "error") terminal.err(`plumbline: ${event.message} (${event.error_code})\n`);
      }
      if (!json) terminal.out("\n");
    });
};
