import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Loading } from "../../parts/data-table.tsx";
import { Icon } from "../../parts/icon.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Banner, ProblemBanner } from "../../parts/problem-banner.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { ApprovalStatus, askerOf, destinationWords } from "./approval-facts.tsx";
import { Decision } from "./decision.tsx";

type Detail = Schemas["ApprovalDetail"];

/** One call that waits, or waited: exactly what it sends, and the decision. */
export function ApprovalPage({ id }: { id: string }): JSX.Element {
  const { value, problem, reload } = useLoaded(async (signal) => {
    const { data } = await service.GET("/api/v1/approvals/{id}", { params: { path: { id } }, signal });
    return data as Detail;
  }, id);
  return (
    <>
      <p class="back">
        <a href={linkTo("approvals")}>
          <Icon name="back" /> All approvals
        </a>
      </p>
      {problem !== undefined && <ProblemBanner problem={problem} onRetry={reload} />}
      {!value && problem === undefined && <Loading />}
      {value && <ApprovalView key={value.id} approval={value} onDecided={reload} />}
    </>
  );
}

function ApprovalView({ approval, onDecided }: { approval: Detail; onDecided: () => void }): JSX.Element {
  const {
    tool,
    reason,
    credential,
    status,
    created_at: created,
    expires_at: expires,
    decided_at: decided,
  } = approval;
  const where = destinationWords(approval);
  return (
    <>
      <PageHead title={tool} lead={reason} />
      <dl class="facts card">
        <dt>State</dt>
        <dd>
          <ApprovalStatus status={status} />
        </dd>
        <dt>For</dt>
        <dd>{askerOf(approval)}</dd>
        {where !== "" && (
          <>
            <dt>Where it goes</dt>
            <dd>{where}</dd>
          </>
        )}
        {credential && (
          <>
            <dt>Account</dt>
            <dd>
              {credential.label} <span class="soft">{credential.kind}</span>
            </dd>
          </>
        )}
        <dt>Asked</dt>
        <dd>
          <RelativeTime at={created} />
        </dd>
        <dt>{decided === null ? "Ends" : "Decided"}</dt>
        <dd>
          <RelativeTime at={decided ?? expires} />
        </dd>
      </dl>
      <CodeBlock label="Arguments" value={approval.arguments} />
      {approval.preview !== null && <CodeBlock label="What is sent" value={approval.preview} />}
      {status === "waiting" && (
        <Decision id={approval.id} mayAlways={approval.may_always} onDecided={onDecided} />
      )}
      {approval.result && <Outcome result={approval.result} />}
    </>
  );
}

function Outcome({ result }: { result: Schemas["DispatchResult"] }): JSX.Element {
  if (result.ok) return <CodeBlock label="Result" value={result.result} />;
  return (
    <Banner tone="bad">
      <p>{result.refusal_reason}</p>
      {result.next_step !== undefined && <p>{result.next_step}</p>}
      <p class="small soft">{result.error_code}</p>
    </Banner>
  );
}
