import type { Schemas } from "@plumbline/client/schemas.ts";
import { researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { listedPeople } from "./listed-people.ts";
import { printCandidates } from "./print-candidates.ts";
import { printable } from "./printable.ts";
import { aside, printJson, style, type Terminal } from "./terminal.ts";

/** How a tool call ended: its result as JSON, or its refusal with what to do next. */
export function printDispatchResult(
  terminal: Terminal,
  result: Schemas["DispatchResult"],
  { preview, replayed }: { preview: boolean; replayed: boolean },
): void {
  const { tool, credential, attempts, elapsed_ms: elapsed } = result;
  if (credential)
    aside(terminal, `account: "${printable(credential.label)}" (${credential.kind}, ${credential.id})`);
  if (result.ok) {
    const tried = preview
      ? "a preview, nothing was sent"
      : `${attempts} ${attempts === 1 ? "attempt" : "attempts"}, ${elapsed} ms`;
    aside(terminal, `${tool}: ${replayed ? "the result of an earlier call with this key" : tried}`);
    printJson(terminal, result.result);
    if (result.possible_duplicate) {
      aside(
        terminal,
        "An earlier attempt was answered with a failure and may have done the same: look for a second one.",
      );
    }
  } else {
    printRefusal(terminal, result);
  }
}

function printRefusal(terminal: Terminal, refusal: Schemas["DispatchFailure"]): void {
  const { error_code: code, refusal_reason: reason, next_step: next, retry_after_seconds: wait } = refusal;
  const outcome = researchOutcomeSchema.safeParse(refusal.result).data;
  const { lead, told } = listedPeople(reason, outcome?.disambiguation_candidates ?? []);
  terminal.out(`${style(terminal, "red", "refused")} (${code}): ${printable(lead)}\n`);
  if (outcome) printCandidates(terminal, outcome, { told });
  // The next step mostly says it already, and more exactly.
  if (refusal.outcome_unknown && !next?.includes("may have been carried out"))
    terminal.out("It may have been carried out: look before you repeat it.\n");
  if (next !== undefined) terminal.out(`next: ${printable(next)}\n`);
  if (wait !== undefined) terminal.out(`next: try again in ${wait} s\n`);
}
