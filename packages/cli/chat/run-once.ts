import type { PlumblineClient } from "@plumbline/client/client.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import type { Choice } from "../print-candidates.ts";
import { printJsonLine, type Terminal } from "../terminal.ts";
import { RunPrinter } from "./run-printer.ts";

export interface RunOptions {
  json: boolean;
  signal?: AbortSignal;
  /** Returns how to continue if a name may refer to several people. */
  askAgain?: (choice: Choice) => string;
}

export interface RunEnd {
  /** True if the run ended without a failure or refusal. */
  ok: boolean;
  /** Text of the answer, without citation marks. */
  text: string;
}

/**
 * Runs the agent once and prints the run as it proceeds: one line of JSON per chunk, or readable text. Throws
 * like `streamAgent`, but returns normally if its signal aborts.
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
