import type { Schemas } from "@plumbline/client/schemas.ts";
import { visibleJson } from "@plumbline/core/text/visible-json.ts";
import { printable } from "./printable.ts";
import { printJson, style, type Terminal } from "./terminal.ts";

type ApprovalDetail = Schemas["ApprovalDetail"];

/**
 * Prints a call as a person has to judge it: why it waits, where it goes, and exactly what it would send,
 * with every character that is not seen written out.
 */
export function printApproval(terminal: Terminal, approval: ApprovalDetail): void {
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
export function printDecided(terminal: Terminal, { id, tool, status, result }: ApprovalDetail): void {
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
