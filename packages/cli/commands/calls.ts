import type { Schemas } from "@plumbline/client/schemas.ts";
import { visibleJson } from "@plumbline/core/text/visible-json.ts";
import { Option } from "commander";
import { apiClient } from "../api-client.ts";
import { pageLimit } from "../command-input.ts";
import { printableLine } from "../printable.ts";
import { type Cell, printPage } from "../table.ts";
import { printJson, style, type Terminal } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

/** Lists the ways in which a call may have ended. */
export const CALL_OUTCOME_CHOICES = ["ok", "refused", "failed", "unknown"] as const;

interface ListOptions {
  tool?: string;
  key?: string;
  endUser?: string;
  outcome?: (typeof CALL_OUTCOME_CHOICES)[number];
  error?: string;
  request?: string;
  watch?: string;
  from?: string;
  to?: string;
  limit?: number;
  cursor?: string;
  json?: true;
}

interface UsageOptions {
  group: string;
  from?: string;
  to?: string;
  json?: true;
}

/** The log of calls, and its sums. */
export const addCallCommands: AddCommand = (program, terminal) => {
  const calls = program
    .command("calls")
    .description("See what was called: by which key, with which account, and how it ended.");

  calls
    .command("list", { isDefault: true })
    .description("List calls, the newest first.")
    .option("--tool <name>", "only calls of this tool")
    .option("--key <id>", "only calls of this key")
    .option("--end-user <name>", "only calls of this person's sessions")
    .addOption(new Option("--outcome <outcome>", "only calls that ended so").choices(CALL_OUTCOME_CHOICES))
    .option("--error <code>", "only calls that ended with this code")
    .option("--request <id>", "only calls of this request")
    .option("--watch <id>", "only looks of this watch")
    .option("--from <time>", "only calls that ended then or later, such as 2026-01-01T00:00:00Z")
    .option("--to <time>", "only calls that ended before then")
    .option("--limit <n>", "calls read at once, 1 to 100; default: 50", pageLimit)
    .option("--json", "print JSON alone")
    .option("--cursor <cursor>", "go on behind an earlier page")
    .addHelpText("after", examples("plumbline calls", "plumbline calls list --outcome failed --limit 20"))
    .action(async ({ json, ...filters }: ListOptions) => {
      const params = { query: queryOf(filters) };
      const { data } = await apiClient(terminal, "dev-api-key").GET("/api/v1/calls", { params });
      printPage(terminal, data, json, {
        header: ["AT", "OUTCOME", "MS", "TOOL", "BY", "CALL"],
        row: (call) => [
          call.at,
          shownOutcome(call),
          String(call.elapsed_ms),
          call.tool,
          callerOfCall(call),
          call.id,
        ],
        empty: data.next_cursor === null ? "No call fits." : "No call so far fits.",
      });
    });

  calls
    .command("show <id>")
    .description("Show a call with its arguments.")
    .option("--json", "print JSON alone")
    .addHelpText("after", examples("plumbline calls show CALL_ID"))
    .action(async (id: string, { json }: { json?: true }) => {
      const params = { path: { id } };
      const { data } = await apiClient(terminal, "dev-api-key").GET("/api/v1/calls/{id}", { params });
      if (json) printJson(terminal, data);
      else printCall(terminal, data);
    });

  program
    .command("usage")
    .description("Sum up what was called, by day, tool or key.")
    .option("--group <list>", "a comma list of day, tool and key", "day")
    .option("--from <day>", "the first day, such as 2026-01-01; default: a week ago")
    .option("--to <day>", "the last day; default: today")
    .option("--json", "print JSON alone")
    .addHelpText("after", examples("plumbline usage", "plumbline usage --group tool --from 2026-01-01"))
    .action(async ({ json, ...query }: UsageOptions) => {
      const { data } = await apiClient(terminal, "dev-api-key").GET("/api/v1/usage", { params: { query } });
      const named = query.group.split(",");
      const columns = (["day", "tool", "key"] as const).filter((column) => named.includes(column));
      printPage(terminal, data, json, {
        header: [...columns.map((name) => name.toUpperCase()), ...COUNTS, "MEDIAN MS", "ERRORS"],
        row: (row) => [...columns.map((column) => nameIn(row, column)), ...countsOf(row)],
        empty: "Nothing was called in these days.",
      });
    });
};

function queryOf({ key, endUser, error, request, watch, ...same }: Omit<ListOptions, "json">) {
  return {
    ...same,
    ...(key !== undefined && { key_id: key }),
    ...(endUser !== undefined && { end_user: endUser }),
    ...(error !== undefined && { error_code: error }),
    ...(request !== undefined && { request_id: request }),
    ...(watch !== undefined && { watch_id: watch }),
  };
}

type LoggedCall = Schemas["LoggedCall"];
type UsageRow = Schemas["UsageRow"];

function shownOutcome({ outcome, error_code }: LoggedCall): Cell {
  if (outcome === "ok") return { text: outcome, style: "green" };
  return { text: error_code === null ? outcome : `${outcome} (${error_code})`, style: "red" };
}

/** Names who called: a person, a key, a watch with its looks, or the service. */
export function callerOfCall({ end_user, looks, ...key }: LoggedCall): string {
  if (looks) return `${looks.count} looks of watch ${looks.watch_id}`;
  return end_user ?? keyWords(key);
}

/** Letters of a key's id that tell it from others of its name. */
const SHORT_ID = 8;

/** A key at a glance: its name and a short id; the whole id of one without a name. */
function keyWords({ key_id, key_name }: { key_id?: string | null; key_name?: string | null }): string {
  if (key_id == null) return "the service";
  return key_name == null ? key_id : `${printableLine(key_name)} ${key_id.slice(0, SHORT_ID)}`;
}

function printCall(terminal: Terminal, call: Schemas["LoggedCallDetail"]): void {
  const { credential, looks } = call;
  const facts: readonly (readonly [string, string | null])[] = [
    ["call", call.id],
    ["tool", call.tool],
    ["ended", `${call.outcome}${call.error_code === null ? "" : ` (${call.error_code})`}`],
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
  ];
  for (const [name, value] of facts)
    if (value !== null) terminal.out(`${name.padEnd(9)}  ${printableLine(value)}\n`);
  if (call.arguments === null || call.arguments === undefined) return;
  const note = call.arguments_cut ? " (shortened)" : "";
  terminal.out(`\n${style(terminal, "bold", `Arguments${note}`)}\n`);
  terminal.out(`${visibleJson(call.arguments)}\n`);
}

const COUNTS = ["CALLS", "OK", "REFUSED", "FAILED", "UNKNOWN"];

function nameIn({ day, tool, ...key }: UsageRow, column: "day" | "tool" | "key"): string {
  if (column === "key") return keyWords(key);
  return (column === "day" ? day : tool) ?? "";
}

function countsOf({ calls, ok, refused, failed, unknown, median_ms, errors }: UsageRow): string[] {
  const codes = Object.entries(errors).map(([code, count]) => `${code} ${count}`);
  return [...[calls, ok, refused, failed, unknown].map(String), String(median_ms ?? ""), codes.join(", ")];
}
