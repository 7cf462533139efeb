import type { Schemas } from "@plumbline/client/schemas.ts";
import { formatVisibleJson } from "@plumbline/core/text/visible-json.ts";
import { Option } from "commander";
import { UsageError } from "../exit.ts";
import { toPrintable } from "../printable.ts";
import { printFacts } from "../table.ts";
import { applyStyle, onStandardError, printJson, type Terminal } from "../terminal.ts";
import { apiCommand } from "./api-command.ts";
import { type CommandPorts, group } from "./command.ts";

const STATUSES = ["waiting", "carrying_out", "approved", "failed", "denied", "expired", "all"] as const;

type ApprovalDetail = Schemas["ApprovalDetail"];
type Decision = "approve" | "deny";

/** Defines both decisions. Unless `--yes` is given, shows the call and asks the user. */
const defineDecision = (decision: Decision) =>
  ({
    route: "POST /api/v1/approvals/{id}",
    local: ["yes"],
    body: { decision },
    async prepare({ id, yes }: { id: string; yes?: true }, { terminal, api }: CommandPorts) {
      if (yes) return undefined;
      const { data } = await api.GET("/api/v1/approvals/{id}", { params: { path: { id } } });
      await confirm(terminal, decision, data);
      return undefined;
    },
    wait: "deciding…",
    failed: ({ status }: ApprovalDetail) => status === "failed",
    show: printDecision,
  }) as const;

const CONFIRMED = {
  yes: "--yes  do not ask for confirmation",
  json: "--json  print only JSON: the call and its result",
} as const;

/** Commands for calls that wait for approval: list them, show what each would send, and decide. */
export const addApprovalCommands = group({
  word: "approvals",
  about: "List calls that wait for approval, show what they would send, and decide (approver key).",
  key: "approver-key",
  commands: [
    apiCommand({
      route: "GET /api/v1/approvals",
      words: "list",
      about: "List calls, oldest first.",
      options: {
        shown: new Option("--status <status>", "only calls with this status")
          .choices(STATUSES)
          .default("waiting"),
      },
      local: ["shown"],
      prepare: async ({ shown }) => (shown === "all" ? {} : { status: shown }),
      examples: ["plumbline approvals list", "plumbline approvals list --status all"],
      table: (_page, { shown }) => ({
        columns: { APPROVAL: "id", STATUS: "status", ASKED: "created_at", FOR: formatAsker, TOOL: "tool" },
        below: ({ title, destinations, reason }) => [
          title,
          ...(destinations.length === 0 ? [] : [`to ${destinations.map(({ value }) => value).join(", ")}`]),
          reason,
        ],
        empty: shown === "waiting" ? "No call is waiting." : "No call matches.",
      }),
    }),
    apiCommand({
      route: "GET /api/v1/approvals/{id}",
      words: "show <id>",
      about: "Show exactly what a call would send and, once it has been made, its result.",
      show: printApproval,
    }),
    apiCommand({
      ...defineDecision("approve"),
      words: "approve <id>",
      about: "Show a call, ask for confirmation, and make it once, immediately.",
      options: {
        always_for: [
          "--always-for <what>  also allow later calls to the same destinations",
          ["conversation", "agent"],
        ],
        ...CONFIRMED,
      },
    }),
    apiCommand({
      ...defineDecision("deny"),
      words: "deny <id>",
      about: "Show a call, ask for confirmation, and make sure that it is never sent.",
      options: { because: "--because <why>  the reason that the caller is given", ...CONFIRMED },
    }),
  ],
});

/** Shows the call on standard error. Throws UsageError unless the user confirms. */
async function confirm(terminal: Terminal, decision: Decision, approval: ApprovalDetail): Promise<void> {
  const { dialogue } = terminal;
  if (!dialogue) throw new UsageError("There is no terminal to ask for confirmation: add --yes.");
  printApproval(onStandardError(terminal), approval);
  if (approval.status !== "waiting")
    throw new UsageError(`This call is not waiting: it is ${approval.status}.`);
  const question = decision === "approve" ? "Approve and send it?" : "Deny it?";
  const typed = await dialogue.ask(`${question} Type yes to continue: `);
  if (!/^y(es)?$/i.test(typed?.trim() ?? ""))
    throw new UsageError("Nothing was decided: the call is still waiting.");
}

/** Returns the person that a call was made for, or the key that made it. */
function formatAsker({ end_user, subject, key_name, key_id }: Schemas["Approval"]): string {
  return end_user ?? subject ?? key_name ?? key_id;
}

const RELATED = { waiting: "also waiting", made: "sent since", unknown: "possibly sent since" } as const;

/**
 * Prints a call that waits for approval: why it waits, its destinations, and exactly what it would send.
 * Invisible characters are escaped.
 */
function printApproval(terminal: Terminal, approval: ApprovalDetail): void {
  const { id, status, tool, reason, credential, destinations, end_user, subject, result } = approval;
  const facts: readonly (readonly [string, string | null])[] = [
    ["approval", id],
    ["status", status],
    ["tool", tool],
    ["reason", reason],
    ["account", credential && `${credential.label} (${credential.kind}, ${credential.id})`],
    ["goes to", destinations.map(({ value }) => value).join(", ") || null],
    ["asked for", end_user ?? subject],
    ["asked by", `key ${approval.key_name === null ? "" : `${approval.key_name}, `}${approval.key_id}`],
    ["asked at", approval.created_at],
    status === "waiting" ? ["expires", approval.expires_at] : ["decided", approval.decided_at],
  ];
  printFacts(terminal, facts, escapeLine);
  for (const { title, outcome, at } of approval.related_writes)
    terminal.out(`in the same conversation, ${RELATED[outcome]}: ${escapeLine(title)} (${at})\n`);
  printPart(terminal, "Arguments of the call", approval.arguments);
  printPart(terminal, "What would be sent", approval.preview);
  if (result !== null) printPart(terminal, "Result", result);
}

/** Prints the outcome of a decision: the result of the call, or that nothing was sent. */
function printDecision(terminal: Terminal, { id, tool, status, result }: ApprovalDetail): void {
  if (result?.ok) {
    terminal.err(`${tool}: approved and made\n`);
    printJson(terminal, result.result);
  } else if (result) {
    const { error_code, refusal_reason, next_step } = result;
    const refused = applyStyle(terminal, "red", "refused", "err");
    terminal.err(`${refused} (${error_code}): ${toPrintable(refusal_reason)}\n`);
    if (next_step !== undefined) terminal.err(`next: ${toPrintable(next_step)}\n`);
  } else if (status === "denied") {
    terminal.out(`denied ${id}: nothing was sent\n`);
  } else {
    terminal.out(`${status} ${id}\n`);
  }
}

function printPart(terminal: Terminal, heading: string, value: unknown): void {
  terminal.out(`\n${applyStyle(terminal, "bold", heading)}\n${formatVisibleJson(value)}\n`);
}

/** Returns untrusted text on one line, with characters escaped that could hide something. */
function escapeLine(text: string): string {
  return formatVisibleJson(text).slice(1, -1).replaceAll('\\"', '"');
}
