import { countAsked, isQuestion } from "@plumbline/client/count-asked.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import { formatVisibleJson } from "@plumbline/core/text/visible-json.ts";
import { Option } from "commander";
import type { ApiClient } from "../api-client.ts";
import { parsePageLimit } from "../command-input.ts";
import { everyItem } from "../every-item.ts";
import { followUntilEnded } from "../follow.ts";
import { toPrintableLine } from "../printable.ts";
import { type Cell, printFacts } from "../table.ts";
import { applyStyle, printJsonLine, type Terminal } from "../terminal.ts";
import { apiCommand, type QueryOf } from "./api-command.ts";
import { command, group, JSON_ALONE } from "./command.ts";

const OUTCOME = [
  "--outcome <outcome>  only calls with this outcome",
  ["ok", "refused", "failed", "unknown"],
] as const;
const TOOL = "--tool <name>  only calls to this tool";
const END_USER = "--end-user <name>  only calls from this end user's sessions";

/** Commands for the log of calls. */
const addCalls = group({
  word: "calls",
  about: "Show which tools were called, by which key, with which account and outcome.",
  commands: [
    apiCommand({
      route: "GET /api/v1/calls",
      words: "list",
      isDefault: true,
      about: "List calls, newest first.",
      options: {
        tool: TOOL,
        key_id: "--key <id>  only calls made with this key",
        end_user: END_USER,
        outcome: OUTCOME,
        error_code: "--error <code>  only calls that failed with this code",
        request_id: "--request <id>  only calls made by this request",
        watch_id: "--watch <id>  only polls of this watch",
        from: "--from <time>  only calls that ended at this time or later, such as 2026-01-01T00:00:00Z",
        to: "--to <time>  only calls that ended before this time",
        limit: ["--limit <n>  calls per page, 1 to 100; default: 50", parsePageLimit],
      },
      examples: ["plumbline calls", "plumbline calls list --outcome failed --limit 20"],
      table: ({ next_cursor }) => ({
        columns: {
          AT: "at",
          OUTCOME: formatOutcome,
          MS: "elapsed_ms",
          TOOL: "tool",
          BY: formatCaller,
          CALL: "id",
        },
        empty: next_cursor === null ? "No call matches." : "No call has matched so far.",
      }),
    }),
    apiCommand({
      route: "GET /api/v1/calls/{id}",
      words: "show <id>",
      about: "Show a call with its arguments.",
      show: printCall,
    }),
  ],
});

const addUsage = apiCommand({
  route: "GET /api/v1/usage",
  words: "usage",
  about: "Count calls by day, tool or key.",
  paged: false,
  options: {
    group: new Option("--group <list>", "comma-separated list of day, tool and key").default("day"),
    from: "--from <day>  the first day, such as 2026-01-01; default: a week ago",
    to: "--to <day>  the last day; default: today",
    ...JSON_ALONE,
  },
  examples: ["plumbline usage", "plumbline usage --group tool --from 2026-01-01"],
  table: (_page, { group: named = "day" }) => ({
    columns: {
      ...Object.fromEntries(
        Object.entries(GROUPS).filter(([column]) => named.split(",").includes(column.toLowerCase())),
      ),
      CALLS: "calls",
      OK: "ok",
      ASKED: (row) => String(countAsked(row)),
      REFUSED: (row) => String(row.refused - countAsked(row)),
      FAILED: "failed",
      UNKNOWN: "unknown",
      "MEDIAN MS": ({ median_ms }) => String(median_ms ?? ""),
      ERRORS: ({ errors }) =>
        Object.entries(errors)
          .map(([code, count]) => `${code} ${count}`)
          .join(", "),
    },
    empty: "There were no calls on these days.",
  }),
});

const GROUPS = {
  DAY: ({ day }: UsageRow) => day ?? "",
  TOOL: ({ tool }: UsageRow) => tool ?? "",
  KEY: formatKey,
};

const POLL_INTERVAL_MS = 5000;
/** Maximum delay between the end of a call and its entry in the log. */
const MAX_DELAY_MS = 60_000;
const FIRST_LINES = 20;

/** `logs`: prints the log of calls as lines, newest last. */
const addLogs = command({
  words: "logs",
  about: "Print calls as lines, newest last; --follow keeps printing new ones.",
  options: {
    follow: "--follow  keep printing new calls, every 5 s, until Ctrl-C",
    limit: [`--limit <n>  lines to start with, 1 to 100; default: ${FIRST_LINES}`, parsePageLimit],
    tool: TOOL,
    outcome: OUTCOME,
    end_user: END_USER,
    json: "--json  print each call as a line of JSON",
  },
  examples: ["plumbline logs --follow", "plumbline logs --follow --outcome failed --json"],
  after: `

These are the calls that the service stores; plumbline calls has more filters and shows one in full. The
service's own log is not stored: plumbline serve writes it to standard error as lines of JSON.`,
  async run({ follow, json, limit = FIRST_LINES, ...filters }, { terminal, api }) {
    const tell = (call: LoggedCall) => {
      if (json) printJsonLine(terminal, call);
      else terminal.out(`${formatCallLine(terminal, call)}\n`);
    };
    if (follow) return followCalls(terminal, api, { ...filters, limit }, tell);
    const { data } = await api.GET("/api/v1/calls", { params: { query: { ...filters, limit } } });
    for (const call of data.items.toReversed()) tell(call);
    if (data.items.length === 0) terminal.err("There are no calls yet, or none matches.\n");
  },
});

/** Commands for the log of calls, its totals and its latest lines. */
export const CALL_COMMANDS = [addCalls, addUsage, addLogs];

type LoggedCall = Schemas["LoggedCall"];
type UsageRow = Schemas["UsageRow"];

/** Returns the outcome. A call that asks a person something is not shown as refused. */
function formatOutcome(call: LoggedCall): Exclude<Cell, string> {
  const { outcome, error_code, stopped } = call;
  if (outcome === "ok") return { text: outcome, style: "green" };
  if (stopped && outcome !== "unknown") return { text: "stopped", style: "yellow" };
  if (isQuestion(call)) return { text: `asked (${error_code})`, style: "yellow" };
  return { text: error_code === null ? outcome : `${outcome} (${error_code})`, style: "red" };
}

/** Returns the caller: a user, a key, a watch with its number of polls, or the service. */
function formatCaller({ end_user, looks, ...key }: LoggedCall): string {
  if (looks) return `${looks.count} polls of watch ${looks.watch_id}`;
  return end_user ?? formatKey(key);
}

/** Length of a key's short ID, which distinguishes it from others with its name. */
const SHORT_ID_LENGTH = 8;

/** Formats a key as its name and short ID, or as its whole ID if it has no name. */
function formatKey({ key_id, key_name }: { key_id?: string | null; key_name?: string | null }): string {
  if (key_id == null) return "the service";
  return key_name == null ? key_id : `${toPrintableLine(key_name)} ${key_id.slice(0, SHORT_ID_LENGTH)}`;
}

function printCall(terminal: Terminal, call: Schemas["LoggedCallDetail"]): void {
  const { credential, looks } = call;
  printFacts(terminal, [
    ["call", call.id],
    ["tool", call.tool],
    ["ended", formatOutcome(call).text],
    ["at", call.at],
    ["took", `${call.elapsed_ms} ms, attempts: ${call.attempts}`],
    ["account", credential && `${credential.label} (${credential.kind}, ${credential.id})`],
    ["key", call.key_name === null ? call.key_id : `${call.key_name}, ${call.key_id}`],
    ["session", call.session_id],
    ["end user", call.end_user],
    ["request", call.request_id],
    ["run", call.run_id],
    ["approval", call.approval_id],
    ["looks", looks && `${looks.count} since ${looks.since}, of watch ${looks.watch_id}`],
  ]);
  if (call.arguments === null || call.arguments === undefined) return;
  const note = call.arguments_cut ? " (shortened)" : "";
  terminal.out(`\n${applyStyle(terminal, "bold", `Arguments${note}`)}\n`);
  terminal.out(`${formatVisibleJson(call.arguments)}\n`);
}

/** Yields the latest calls, then each new one once, oldest first. */
function followCalls(
  terminal: Terminal,
  api: ApiClient,
  query: QueryOf<"/api/v1/calls">,
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
      const since = last - MAX_DELAY_MS;
      told = new Map([...told].filter(([, at]) => at >= since));
      await terminal.clock.wait(POLL_INTERVAL_MS, signal);
      const from = new Date(since).toISOString();
      newest = await everyItem((paging) =>
        api.GET("/api/v1/calls", { params: { query: { ...query, ...paging, from } }, signal }),
      );
    }
  });
}

function formatCallLine(terminal: Terminal, call: LoggedCall): string {
  const { at, elapsed_ms: ms, tool, id } = call;
  const { text, style } = formatOutcome(call);
  const shown = applyStyle(terminal, style, toPrintableLine(text).padEnd(8));
  const by = toPrintableLine(formatCaller(call));
  return `${at}  ${shown}  ${String(ms).padStart(5)} ms  ${toPrintableLine(tool)}  by ${by}  ${id}`;
}
