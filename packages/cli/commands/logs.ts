import type { Schemas } from "@plumbline/client/schemas.ts";
import { Option } from "commander";
import { type ApiClient, apiClient } from "../api-client.ts";
import { pageLimit } from "../command-input.ts";
import { everyItem } from "../every-item.ts";
import { followUntilEnded } from "../follow.ts";
import { printableLine } from "../printable.ts";
import { printJsonLine, style, type Terminal } from "../terminal.ts";
import { CALL_OUTCOME_CHOICES, callerOfCall } from "./calls.ts";
import { type AddCommand, examples } from "./command.ts";

interface LogsOptions {
  follow?: true;
  limit?: number;
  tool?: string;
  outcome?: (typeof CALL_OUTCOME_CHOICES)[number];
  endUser?: string;
  json?: true;
}

const ASKED_EVERY_MS = 5000;
/** An entry may be written a little after the call that it tells of has ended. */
const LATE_MS = 60_000;
const FIRST_LINES = 20;

/** `logs`: the log of calls as lines, the newest last. */
export const addLogsCommand: AddCommand = (program, terminal) => {
  program
    .command("logs")
    .description("Show what was called as lines, the newest last, and go on with --follow.")
    .option("--follow", "go on: ask again every 5 s until Ctrl-C")
    .option("--limit <n>", `lines to begin with, 1 to 100; default: ${FIRST_LINES}`, pageLimit)
    .option("--tool <name>", "only calls of this tool")
    .addOption(new Option("--outcome <outcome>", "only calls that ended so").choices(CALL_OUTCOME_CHOICES))
    .option("--end-user <name>", "only calls of this person's sessions")
    .option("--json", "print each call as a line of JSON")
    .addHelpText(
      "after",
      `${examples("plumbline logs --follow", "plumbline logs --follow --outcome failed --json")}

These are the calls that the service keeps; plumbline calls narrows them further and shows one whole. The
service's own log is kept nowhere: it goes to the standard error of plumbline serve, as lines of JSON.`,
    )
    .action(async ({ follow, json, limit = FIRST_LINES, endUser, ...same }: LogsOptions) => {
      const api = apiClient(terminal, "dev-api-key");
      const filters = { ...same, ...(endUser !== undefined && { end_user: endUser }) };
      const tell = (call: LoggedCall) => {
        if (json) printJsonLine(terminal, call);
        else terminal.out(`${callLine(terminal, call)}\n`);
      };
      if (follow) return followCalls(terminal, api, { ...filters, limit }, tell);
      const { data } = await api.GET("/api/v1/calls", { params: { query: { ...filters, limit } } });
      for (const call of data.items.toReversed()) tell(call);
      if (data.items.length === 0) terminal.err("Nothing was called yet, or no call fits.\n");
    });
};

type LoggedCall = Schemas["LoggedCall"];

interface CallQuery {
  limit: number;
  tool?: string;
  outcome?: (typeof CALL_OUTCOME_CHOICES)[number];
  end_user?: string;
}

/** Tells of the newest calls, then of each that comes, once, the oldest first. */
function followCalls(
  terminal: Terminal,
  api: ApiClient,
  query: CallQuery,
  tell: (call: LoggedCall) => void,
): Promise<void> {
  return followUntilEnded(terminal, async (signal) => {
    const { data } = await api.GET("/api/v1/calls", { params: { query }, signal });
    let newest = data.items;
    let told = new Map<string, number>();
    let last = terminal.clock.now();
    for (;;) {
      for (const { id, ...call } of newest.toReversed()) {
        if (!told.has(id)) tell({ id, ...call });
        told.set(id, Date.parse(call.at));
        last = Math.max(last, Date.parse(call.at));
      }
      const from = last - LATE_MS;
      told = new Map([...told].filter(([, at]) => at >= from));
      await terminal.clock.wait(ASKED_EVERY_MS, signal);
      newest = await callsSince(api, query, new Date(from).toISOString(), signal);
    }
  });
}

/** Reads every call since a time, the newest first. */
function callsSince(
  api: ApiClient,
  query: CallQuery,
  from: string,
  signal: AbortSignal,
): Promise<LoggedCall[]> {
  return everyItem((paging) =>
    api.GET("/api/v1/calls", { params: { query: { ...query, ...paging, from } }, signal }),
  );
}

function callLine(terminal: Terminal, call: LoggedCall): string {
  const { at, outcome, error_code: code, elapsed_ms: ms, tool, id } = call;
  const ended = printableLine(code === null ? outcome : `${outcome} (${code})`).padEnd(8);
  const shown = style(terminal, outcome === "ok" ? "green" : "red", ended);
  const by = printableLine(callerOfCall(call));
  return `${at}  ${shown}  ${String(ms).padStart(5)} ms  ${printableLine(tool)}  by ${by}  ${id}`;
}
