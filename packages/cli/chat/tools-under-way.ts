import type { StreamChunk } from "@plumbline/client/agent-stream.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { toPrintable, toPrintableLine } from "../printable.ts";

type ToolUse = Extract<StreamChunk, { type: "tool_use" }>;
type ToolResult = Extract<StreamChunk, { type: "tool_result" }>;

/** The running tool calls of a run, each with its start time. */
export class ToolsUnderWay {
  readonly #clock: Clock;
  readonly #uses = new Map<string, { name: string; startedAt: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts a call. Returns the tool and its arguments in one line. */
  begin({ tool_use_id: id, name, arguments: args }: ToolUse): string {
    this.#uses.set(id, { name: toPrintable(name), startedAt: this.#clock.monotonic() });
    return `${toPrintable(name)} ${summarizeArguments(args)}`.trimEnd();
  }

  /** Ends a call. Returns its result in words, with its duration in seconds. */
  end(result: ToolResult): string {
    const use = this.#uses.get(result.tool_use_id);
    this.#uses.delete(result.tool_use_id);
    const account = result.credential ? ` (${toPrintable(result.credential.label)})` : "";
    const how = `${toPrintable(result.name)}${account} ${result.is_error ? result.error_code : "ok"}`;
    if (!use) return how;
    return `${how}, ${((this.#clock.monotonic() - use.startedAt) / 1000).toFixed(1)} s`;
  }

  /** Lists the names of the running tools as text. */
  listNames(): string {
    const names = [...this.#uses.values()].map(({ name }) => name);
    return names.length > 0 ? `${names.join(", ")}…` : "";
  }
}

const MAX_VALUE_LENGTH = 40;
const MAX_ARGUMENTS = 4;

/** Summarizes a tool's arguments: `to=ada@example.com text="The build is gr…"`. */
function summarizeArguments(args: unknown): string {
  const all = Object.entries(Object(args));
  const shown = all.slice(0, MAX_ARGUMENTS).map(([name, value]) => `${name}=${summarizeValue(value)}`);
  return [...shown, ...(all.length > MAX_ARGUMENTS ? ["…"] : [])].map(toPrintableLine).join(" ");
}

function summarizeValue(value: unknown): string {
  const text = typeof value === "string" && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value);
  const characters = [...text];
  return characters.length > MAX_VALUE_LENGTH ? `${characters.slice(0, MAX_VALUE_LENGTH).join("")}…` : text;
}
