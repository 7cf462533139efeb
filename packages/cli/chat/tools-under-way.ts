import type { StreamChunk } from "@plumbline/client/agent-stream.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { printable } from "../printable.ts";
import { argumentGist } from "./argument-gist.ts";

type ToolUse = Extract<StreamChunk, { type: "tool_use" }>;
type ToolResult = Extract<StreamChunk, { type: "tool_result" }>;

/** The tools that a run is using, and since when. */
export class ToolsUnderWay {
  readonly #clock: Clock;
  readonly #uses = new Map<string, { name: string; startedAt: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A tool and what it is called with, in a line. */
  begin({ tool_use_id: id, name, arguments: args }: ToolUse): string {
    this.#uses.set(id, { name: printable(name), startedAt: this.#clock.monotonic() });
    return `${printable(name)} ${argumentGist(args)}`.trimEnd();
  }

  /** How it ended, and after how long. */
  end(result: ToolResult): string {
    const use = this.#uses.get(result.tool_use_id);
    this.#uses.delete(result.tool_use_id);
    const account = result.credential ? ` (${printable(result.credential.label)})` : "";
    const how = `${printable(result.name)}${account} ${result.is_error ? result.error_code : "ok"}`;
    if (!use) return how;
    return `${how}, ${((this.#clock.monotonic() - use.startedAt) / 1000).toFixed(1)} s`;
  }

  /** What is being waited for; empty for nothing. */
  names(): string {
    const names = [...this.#uses.values()].map(({ name }) => name);
    return names.length > 0 ? `${names.join(", ")}…` : "";
  }
}
