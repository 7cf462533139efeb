import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import { linkTo, linkToList } from "../../app/route.ts";
import { hasScope } from "../../app/visit-state.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { DetailPage } from "../../parts/detail-page.tsx";
import { type Fact, Facts } from "../../parts/facts.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { RepeatCode } from "../../parts/repeat-code.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { loadApproval } from "../approvals/approval-card.tsx";
import { ApprovalOutcome } from "../approvals/approval-outcome.tsx";
import { accountTitle } from "../connections/kinds.ts";
import { RunLink } from "../runs/run-link.tsx";
import { CallOutcomeBadge, callerWords, durationWords } from "./call-outcome.tsx";

/** Shows one call with its arguments, as far as they may be shown. */
export function CallPage({ id }: { id: string }): JSX.Element {
  const loaded = useLoaded(
    async (signal) => (await service.GET("/api/v1/calls/{id}", { params: { path: { id } }, signal })).data,
    id,
  );
  return (
    <DetailPage list="calls" loaded={loaded}>
      {(value) => (
        <>
          <PageHead title={value.tool}>{value.run_id !== null && <RunLink id={value.run_id} />}</PageHead>
          <Facts facts={factsOf(value)} />
          <Answer call={value} />
          <CodeBlock
            label={value.arguments_cut ? "Arguments, shortened" : "Arguments"}
            value={value.arguments}
          />
          {!value.arguments_cut && value.arguments !== null && <RepeatCode {...value} />}
        </>
      )}
    </DetailPage>
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
  const ids = {
    "Call ID": call.id,
    "Request ID": call.request_id,
    "Key ID": call.key_id,
    "Session ID": call.session_id,
  };
  const { credential, looks, attempts } = call;
  return [
    ["Outcome", <CallOutcomeBadge key="outcome" call={call} />],
    ["When", <RelativeTime key="at" at={call.at} />],
    ["Took", `${durationWords(call.elapsed_ms)}${attempts > 1 ? `, ${attempts} attempts` : ""}`],
    ["By", callerWords(call)],
    ...(credential ? [["Account", accountTitle(credential)] as Fact] : []),
    ...(looks ? [["Polls", `${looks.count} of watch ${looks.watch_id}`] as Fact] : []),
    ...(call.run_id === null
      ? []
      : [
          [
            "Run",
            <a key="run" href={linkToList("calls", { run_id: call.run_id })}>
              Calls of this run
            </a>,
          ] as Fact,
        ]),
    ...(call.approval_id === null
      ? []
      : [
          [
            "Approval",
            <a key="approval" href={linkTo("approvals", call.approval_id)}>
              Decision and result
            </a>,
          ] as Fact,
        ]),
    ...Object.entries(ids).flatMap(([name, id]): Fact[] =>
      id === null ? [] : [[name, <IdFact key={name} id={id} />]],
    ),
  ];
}

function IdFact({ id }: { id: string }): JSX.Element {
  return (
    <>
      <code>{id}</code> <CopyButton text={() => id} />
    </>
  );
}
