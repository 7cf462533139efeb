import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { linkTo, linkToList } from "../../app/route.ts";
import { hasScope } from "../../app/visit-state.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { type Fact, Facts } from "../../parts/facts.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { RepeatCode } from "../../parts/repeat-code.tsx";
import type { ItemProps } from "../../parts/resource-page.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { loadApproval } from "../approvals/approval-card.tsx";
import { ApprovalOutcome } from "../approvals/approval-outcome.tsx";
import { accountTitle } from "../connections/kinds.ts";
import { CallOutcomeBadge, callerWords, durationWords } from "./call-outcome.tsx";

/** Shows one call with its arguments, as far as they may be shown. */
export function CallView({ item: call }: ItemProps<Schemas["LoggedCallDetail"]>): JSX.Element {
  return (
    <>
      <Facts facts={factsOf(call)} />
      <Answer call={call} />
      <CodeBlock label={call.arguments_cut ? "Arguments, shortened" : "Arguments"} value={call.arguments} />
      {!call.arguments_cut && call.arguments !== null && <RepeatCode {...call} />}
    </>
  );
}

/**
 * Shows what a call returned, if its approval has kept it. The log itself keeps no results, because they may
 * contain anything that the account can read.
 */
function Answer({ call }: { call: Schemas["LoggedCallDetail"] }): JSX.Element | null {
  const { approval_id: approvalId, run_id: runId } = call;
  const { value, isLoading } = useLoaded(
    async (signal) => (approvalId === null ? undefined : loadApproval(approvalId, signal)),
    approvalId ?? "",
  );
  if (isLoading) return null;
  if (value?.result) return <ApprovalOutcome approval={value} />;
  return (
    <p class="small soft">
      The log does not keep what a call returned.
      {runId !== null && hasScope("agent") && " Its run shows it while its chat is kept."}
    </p>
  );
}

function factsOf(call: Schemas["LoggedCallDetail"]): Fact[] {
  const { credential, looks, attempts, run_id: runId, approval_id: approvalId } = call;
  const ids = {
    "Call ID": call.id,
    "Request ID": call.request_id,
    "Key ID": call.key_id,
    "Session ID": call.session_id,
  };
  return [
    ["Outcome", <CallOutcomeBadge key="outcome" call={call} />],
    ["When", <RelativeTime key="at" at={call.at} />],
    ["Took", `${durationWords(call.elapsed_ms)}${attempts > 1 ? `, ${attempts} attempts` : ""}`],
    ["By", callerWords(call)],
    ["Account", credential && accountTitle(credential)],
    ["Polls", looks && `${looks.count} of watch ${looks.watch_id}`],
    ["Run", runId !== null && <a href={linkToList("calls", { run_id: runId })}>Calls of this run</a>],
    ["Approval", approvalId !== null && <a href={linkTo("approvals", approvalId)}>Decision and result</a>],
    ...Object.entries(ids).map(([name, id]): Fact => [name, id !== null && <IdFact id={id} />]),
  ];
}

function IdFact({ id }: { id: string }): JSX.Element {
  return (
    <>
      <code>{id}</code> <CopyButton text={() => id} />
    </>
  );
}
