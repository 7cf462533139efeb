import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Loading } from "../../parts/data-table.tsx";
import { ExternalLink } from "../../parts/external-link.tsx";
import { type Fact, Facts } from "../../parts/facts.tsx";
import { Icon } from "../../parts/icon.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Banner, ProblemBanner } from "../../parts/problem-banner.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { ApprovalStatus, askerOf, destinationWords } from "./approval-facts.tsx";
import { CallText, WireRequests } from "./call-text.tsx";
import { Decision } from "./decision.tsx";

type Detail = Schemas["ApprovalDetail"];

/**
 * Shows a call that waits or waited for approval: its content, its destination and the decision, which stays
 * visible.
 */
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
  const { title, reason, credential, status, decided_at: decided } = approval;
  const where = destinationWords(approval);
  const facts: Fact[] = [["State", <ApprovalStatus key="state" status={status} />]];
  if (where !== "") facts.push(["Where it goes", where]);
  facts.push(["For", askerOf(approval)]);
  if (credential) facts.push(["Account", accountWords(credential)]);
  facts.push(["Asked", <RelativeTime key="asked" at={approval.created_at} />]);
  facts.push([
    decided === null ? "Ends" : "Decided",
    <RelativeTime key="ends" at={decided ?? approval.expires_at} />,
  ]);
  return (
    <>
      <PageHead title={title} lead={reason} />
      <CallText args={approval.arguments} />
      <Facts facts={facts} />
      {approval.preview !== null && <WireRequests preview={approval.preview} />}
      {approval.result && <Outcome result={approval.result} />}
      {status === "waiting" ? (
        <div class="decision">
          <Decision id={approval.id} mayAlways={approval.may_always} onDecided={onDecided} />
        </div>
      ) : (
        <NextWaiting key={status} />
      )}
    </>
  );
}

/** Leads from a decided call to the oldest one that waits. */
function NextWaiting(): JSX.Element | null {
  const { value } = useLoaded(async (signal) => {
    const query = { status: "waiting", limit: 1 } as const;
    return (await service.GET("/api/v1/approvals", { params: { query }, signal })).data;
  });
  const next = value?.items[0];
  if (!next) return null;
  return (
    <p>
      <a href={linkTo("approvals", next.id)}>Next: {next.title}</a>
    </p>
  );
}

function accountWords({ label, kind }: NonNullable<Detail["credential"]>): JSX.Element {
  return (
    <>
      {label} <span class="soft">{kind}</span>
    </>
  );
}

function Outcome({ result }: { result: Schemas["DispatchResult"] }): JSX.Element {
  if (result.ok) {
    const { url } = Object(result.result) as { url?: unknown };
    return (
      <>
        {typeof url === "string" && (
          <p>
            <ExternalLink href={url}>Open what was made</ExternalLink>
          </p>
        )}
        <CodeBlock label="Result" value={result.result} />
      </>
    );
  }
  return (
    <Banner tone="bad">
      <p>{result.refusal_reason}</p>
      {result.next_step !== undefined && <p>{result.next_step}</p>}
      <p class="small soft">{result.error_code}</p>
    </Banner>
  );
}
