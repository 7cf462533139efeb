import { apiClient } from "../api-client.ts";
import { EXIT } from "../exit.ts";
import { readEvents, type StreamEvent } from "../read-events.ts";
import { style, type Terminal } from "../terminal.ts";
import type { AddCommand } from "./command.ts";

export const addChatCommand: AddCommand = (program, terminal, finish) => {
  program
    .command("chat <prompt>")
    .description("Stream one run of the agent.")
    .option("--json", "print each chunk as a line of JSON")
    .action(async (prompt: string, { json }: { json?: true }) => {
      const body = { messages: [{ role: "user", content: prompt }] };
      const stream = await apiClient(terminal, "dev-api-key").stream("/api/v1/agent/stream", body);
      finish(EXIT.failed);
      for await (const event of readEvents(stream)) {
        if (event.type === "done") finish(event.stop_reason === "end" ? EXIT.ok : EXIT.failed);
        if (json) terminal.out(`${JSON.stringify(event)}\n`);
        else printEvent(terminal, event);
      }
      if (!json) terminal.out("\n");
    });
};

/** The answer's text on standard output; what the run does meanwhile on standard error. */
function printEvent(terminal: Terminal, event: StreamEvent): void {
  const aside = (text: string) => terminal.err(style(terminal, "dim", `${text}\n`));
  if (event.type === "text_delta") terminal.out(`${event.text}`);
  else if (event.type === "tool_use") aside(`→ ${event.name}`);
  else if (event.type === "tool_result") aside(`← ${event.is_error ? event.error_code : "ok"}`);
  else if (event.type === "error") aside(`plumbline: ${event.message} (${event.error_code})`);
}
