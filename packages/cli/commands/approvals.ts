import type { Schemas } from "@plumbline/client/schemas.ts";
import { visibleJson } from "@plumbline/core/text/visible-json.ts";
import { type Command, Option } from "commander";
import { type ApiClient, apiClient } from "../api-client.ts";
import { EXIT, UsageError } from "../exit.ts";
import { printable } from "../printable.ts";
import { spinning } from "../spinner.ts";
import { printPage } from "../table.ts";
import { printJson, style, type Terminal } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

const STATUSES = ["waiting", "carrying_out", "approved", "failed", "denied", "expired"] as const;

interface ListOptions {
  status: (typeof STATUSES)[number] | "all";
  cursor?: string;
  json?: true;
}

type Decision = "approve" | "deny";

interface DecideOptions {
  alwaysFor?: "conversation" | "agent";
  yes?: true;
  json?: true;
}

/** Calls that wait for a person: which there are, what each would send, and the person's word. */
export const addApprovalCommands: AddCommand = (program, terminal, finish) => {
  const approvals = program
    .command("approvals")
    .description("List calls that wait for a person, show what they would send, and decide (approver key).");

  approvals
    .command("list")
    .description("List calls, the oldest first.")
    .addOption(
      new Option("--status <status>", "only with this status")
        .choices([...STATUSES, "all"])
        .default("waiting"),
    )
    .option("--json", "print JSON alone")
    .option("--cursor <cursor>", "go on behind an earlier page")
    .addHelpText("after", examples("plumbline approvals list", "plumbline approvals list --status all"))
    .action(async ({ json, status, cursor }: ListOptions) => {
      const { data } = await apiClient(terminal, "approver-key").GET("/api/v1/approvals", {
        params: { query: { ...(status !== "all" && { status }), ...(cursor !== undefined && { cursor }) } },
      });
      printPage(terminal, data, json, {
        header: ["APPROVAL", "STATUS", "ASKED", "TOOL"],
        row: ({ id, status: stands, created_at, tool }) => [id, stands, created_at, tool],
        below: ({ destinations, reason }) => [
          ...(destinations.length === 0 ? [] : [`to ${destinations.map(({ value }) => value).join(", ")}`]),
          reason,
        ],
        empty: status === "waiting" ? "No call waits." : "No call fits.",
      });
    });

  approvals
    .command("show <id>")
    .description("Show a call with exactly what it would send and, once it was carried out, its result.")
    .option("--json", "print JSON alone")
    .addHelpText("after", examples("plumbline approvals show APPROVAL_ID"))
    .action(async (id: string, { json }: { json?: true }) => {
      const found = await readApproval(apiClient(terminal, "approver-key"), id);
      if (json) printJson(terminal, found);
      else printApproval(terminal, found);
    });

  const ports: Ports = { approvals, terminal, finish };
  addDecision(ports, "approve", "Show a call, ask, and carry it out at once, once only.");
  addDecision(ports, "deny", "Show a call, ask, and keep it from ever being sent.");
};

interface Ports {
  approvals: Command;
  terminal: Terminal;
  finish(exitCode: number): void;
}

function addDecision({ approvals, terminal, finish }: Ports, decision: Decision, description: string): void {
  const command = approvals.command(`${decision} <id>`).description(description);
  if (decision === "approve")
    command.addOption(
      new Option("--always-for <what>", "let later calls go to the same places, too").choices([
        "conversation",
        "agent",
      ]),
    );
  command
    .option("--yes", "do not ask")
    .option("--json", "print JSON alone: the call and its result")
    .addHelpText("after", examples(`plumbline approvals ${decision} APPROVAL_ID`))
    .action(async (id: string, { yes, json, alwaysFor }: DecideOptions) => {
      const api = apiClient(terminal, "approver-key");
      if (!yes) await confirm(terminal, decision, await readApproval(api, id));
      const body = { decision, ...(alwaysFor !== undefined && { always_for: alwaysFor }) };
      const sent = api.POST("/api/v1/approvals/{id}", { params: { path: { id } }, body });
      const { data: decided } = await spinning(terminal, "deciding…", sent);
      finish(decided.status === "failed" ? EXIT.failed : EXIT.ok);
      if (json) printJson(terminal, decided);
      else printDecided(terminal, decided);
    });
}

async function readApproval(api: ApiClient, id: string): Promise<Schemas["ApprovalDetail"]> {
  return (await api.GET("/api/v1/approvals/{id}", { params: { path: { id } } })).data;
}

/** Shows the call on standard error. Throws UsageError unless a person says yes. */
async function confirm(
  terminal: Terminal,
  decision: Decision,
  approval: Schemas["ApprovalDetail"],
): Promise<void> {
  const { dialogue, err } = terminal;
  if (!dialogue) throw new UsageError("Nobody can be asked whether this is meant: say so with --yes.");
  printApproval(
    { ...terminal, out: err, watched: { ...terminal.watched, out: terminal.watched.err } },
    approval,
  );
  if (approval.status !== "waiting")
    throw new UsageError(`This call does not wait: it is ${approval.status}.`);
  const question = decision === "approve" ? "Approve and send it?" : "Deny it?";
  const typed = await dialogue.ask(`${question} Type yes to go on: `);
  if (!/^y(es)?$/i.test(typed?.trim() ?? ""))
    throw new UsageError("Nothing was decided: the call still waits.");
}

type ApprovalDetail = Schemas["ApprovalDetail"];

/**
 * Prints a call as a person has to judge it: why it waits, where it goes, and exactly what it would send,
 * with every character that is not seen written out.
 */
function printApproval(terminal: Terminal, approval: ApprovalDetail): void {
  const { id, status, tool, reason, credential, destinations, end_user, subject, result } = approval;
  const facts: readonly (readonly [string, string | null])[] = [
    ["approval", id],
    ["status", status],
    ["tool", tool],
    ["reason", reason],
    ["account", credential && `${credential.label} (${credential.kind}, ${credential.id})`],
    ["goes to", destinations.map(({ value }) => value).join(", ")],
    ["asked for", end_user ?? subject],
    ["asked by", `key ${approval.key_name === null ? "" : `${approval.key_name}, `}${approval.key_id}`],
    ["asked at", approval.created_at],
    [
      status === "waiting" ? "expires" : "decided",
      status === "waiting" ? approval.expires_at : approval.decided_at,
    ],
  ];
  for (const [name, value] of facts)
    if (value !== null && value !== "") terminal.out(`${name.padEnd(9)}  ${visibleLine(value)}\n`);
  printPart(terminal, "Arguments of the call", approval.arguments);
  printPart(terminal, "What would be sent", approval.preview);
  if (result !== null) printPart(terminal, "Result", result);
}

/** Prints how a decision ended: the result of the call, or that nothing was sent. */
function printDecided(terminal: Terminal, { id, tool, status, result }: ApprovalDetail): void {
  if (result?.ok) {
    terminal.err(`${tool}: approved and carried out\n`);
    printJson(terminal, result.result);
  } else if (result) {
    const { error_code, refusal_reason, next_step } = result;
    terminal.out(`${style(terminal, "red", "refused")} (${error_code}): ${printable(refusal_reason)}\n`);
    if (next_step !== undefined) terminal.out(`next: ${printable(next_step)}\n`);
  } else if (status === "denied") {
    terminal.out(`denied ${id}: nothing was sent\n`);
  } else {
    terminal.out(`${status} ${id}\n`);
  }
}

function printPart(terminal: Terminal, heading: string, value: unknown): void {
  terminal.out(`\n${style(terminal, "bold", heading)}\n${visibleJson(value)}\n`);
}

/** Text of others on one line, with what could hide something written out. */
function visibleLine(text: string): string {
  return visibleJson(text).slice(1, -1).replaceAll('\\"', '"');
}
