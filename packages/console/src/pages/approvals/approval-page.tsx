import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { waitingIds } from "../../app/waiting-calls.ts";
import { DetailPage } from "../../parts/detail-page.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { RunLink } from "../runs/run-link.tsx";
import { ApprovalCard, useApproval } from "./approval-card.tsx";
import { ApprovalStatus } from "./approval-facts.tsx";
import { ApprovalOutcome } from "./approval-outcome.tsx";

/**
 * Shows a call that waits or waited for approval: its content, its destination and the decision, which stays
 * visible.
 */
export function ApprovalPage({ id }: { id: string }): JSX.Element {
  const loaded = useApproval(id);
  return (
    <DetailPage list="approvals" loaded={loaded}>
      {(value) => (
        <>
          <PageHead
            title={value.title}
            lead={<ApprovalStatus status={value.status} isChanged={value.changed_to !== null} />}
          >
            {value.status === "waiting" && <Neighbours id={id} />}
            {value.run_id !== null && <RunLink id={value.run_id} />}
          </PageHead>
          <ApprovalOutcome approval={value} />
          <ApprovalCard
            approval={value}
            onDecided={loaded.reload}
            onEdited={(changed) => {
              location.hash = linkTo("approvals", changed);
            }}
          />
          {value.status !== "waiting" && <NextWaiting key={value.status} />}
        </>
      )}
    </DetailPage>
  );
}

/** Leads to the calls that wait before and after this one, in the order in which they were made. */
function Neighbours({ id }: { id: string }): JSX.Element {
  const ids = waitingIds.value.trim().split(" ");
  const at = ids.indexOf(id);
  const link = (words: string, other: string | undefined) =>
    other !== undefined && (
      <a class="button plain" href={linkTo("approvals", other)}>
        {words}
      </a>
    );
  return (
    <>
      {link("Previous", at > 0 ? ids[at - 1] : undefined)}
      {link("Next", at < 0 ? undefined : ids[at + 1])}
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
