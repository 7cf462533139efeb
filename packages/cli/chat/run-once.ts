import type { PlumblineClient } from "@plumbline/client/client.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import type { Choice } from "../print-candidates.ts";
import { printJsonLine, type Terminal } from "../terminal.ts";
import { RunPrinter } from "./run-printer.ts";

export interface RunOptions {
  json: boolean;
  signal?: AbortSignal;
  /** Says how to go on where a name may mean several people. */
  askAgain?: (choice: Choice) => string;
}

export interface RunEnd {
  /** It came to its end, and that is no refusal. */
  ok: boolean;
  /** The answer's text, without marks. */
  text: string;
}

/**
 * One run of the agent, shown as it comes: each chunk as a line of JSON, or as a person reads it. Throws as
 * `streamAgent` does; where its signal aborts, it just ends.
 */
export async function runOnce(
  terminal: Terminal,
  client: PlumblineClient,
  request: Schemas["RunRequest"] | Schemas["ResumeRequest"],
  { json, askAgain, ...options }: RunOptions,
): Promise<RunEnd> {
  const end = { ok: false, text: "" };
  const printer = json ? undefined : new RunPrinter(terminal, askAgain);
  try {
    for await (const chunk of client.streamAgent(request, options)) {
      if (printer) printer.print(chunk);
      else printJsonLine(terminal, chunk);
      if (chunk.type === "text_delta") end.text += chunk.text;
      if (chunk.type === "done") end.ok = chunk.stop_reason === "end";
    }
    return end;
  } catch (error) {
    if (options.signal?.aborted) return end;
    throw error;
  } finally {
    printer?.close();
  }
}
