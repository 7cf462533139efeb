import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import type { ConsolePage } from "../../app/console-page.ts";
import { linkTo, place } from "../../app/route.ts";
import { countWaitingCalls, waitingCalls } from "../../app/waiting-calls.ts";
import { Button } from "../../parts/button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { describeKey } from "../../parts/key-words.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { toast } from "../../parts/toast.tsx";
import { usePages } from "../../parts/use-pages.ts";
import { useSubmit } from "../../parts/use-submit.ts";
import { ApprovalStatus, askerOf, destinationWords } from "./approval-facts.tsx";
import { ApprovalPage } from "./approval-page.tsx";

/** Lists calls that wait for approval, and decides about them. */
export const approvalsPage: ConsolePage = {
  path: "approvals",
  title: "Approvals",
  icon: "hand",
  group: "Act",
  // A user who may not decide about other keys' calls sees those of their own key.
  needs: ["approvals:grant", "tools:call"],
  waiting: waitingCalls,
  Body: ApprovalsPage,
};

function ApprovalsPage(): JSX.Element {
  const [id] = place.value.rest;
  return id === undefined ? <ApprovalLists /> : <ApprovalPage key={id} id={id} />;
}

type Approval = Schemas["Approval"];

const COLUMNS: readonly Column<Approval>[] = [
  {
    title: "Call",
    cell: (approval) => (
      <>
        <a href={linkTo("approvals", approval.id)}>{approval.title}</a>
        <br />
        <code class="soft">{approval.tool}</code>
      </>
    ),
  },
  { title: "Where", cell: (approval) => destinationWords(approval) || "—" },
  { title: "For", cell: askerOf },
  { title: "Asked", cell: ({ created_at: at }) => <RelativeTime at={at} /> },
  { title: "State", cell: ({ status }) => <ApprovalStatus status={status} /> },
];

function ApprovalLists(): JSX.Element {
  const waiting = useApprovals(true);
  const all = useApprovals(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = waiting.items.map(({ id }) => id).filter((id) => chosen.has(id));
  const denying = useSubmit(async () => {
    for (const id of ids) {
      const body = { decision: "deny" as const };
      await service.POST("/api/v1/approvals/{id}", { params: { path: { id } }, body });
    }
    setChosen(new Set());
    waiting.reload();
    all.reload();
    void countWaitingCalls();
  });
  const choose: Column<Approval> = {
    title: "Choose",
    cell: ({ id, title }) => (
      <input
        type="checkbox"
        aria-label={`Choose: ${title}`}
        checked={chosen.has(id)}
        onChange={({ currentTarget: { checked } }) =>
          setChosen(new Set(checked ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
        }
      />
    ),
  };
  const decided = { ...all, items: all.items.filter(({ status }) => status !== "waiting") };
  return (
    <>
      <PageHead title="Approvals" lead="Calls that wait until a person has agreed to them." />
      <DataTable
        caption="Calls that wait"
        columns={waiting.items.length > 1 ? [choose, ...COLUMNS] : COLUMNS}
        list={waiting}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="hand" title="Nothing waits">
            <p>A call waits here where the policy says so, and where outside text may have steered it.</p>
          </EmptyState>
        }
      />
      {denying.problem !== undefined && <ProblemBanner problem={denying.problem} />}
      {ids.length > 0 && (
        <form class="more" onSubmit={denying.submit}>
          <Button kind="danger" type="submit" isBusy={denying.isBusy}>
            {ids.length === 1 ? "Deny the chosen one" : `Deny the ${ids.length} chosen ones`}
          </Button>
        </form>
      )}
      <AlwaysAllowed />
      {decided.items.length > 0 && (
        <section class="decided">
          <h2>Decided</h2>
          <DataTable
            caption="Decided calls"
            columns={COLUMNS}
            list={decided}
            rowKey={({ id }) => id}
            empty={null}
          />
        </section>
      )}
    </>
  );
}

type Allowance = Schemas["Allowance"];

/** Lists places that calls may always use, each with a button to remove it. */
function AlwaysAllowed(): JSX.Element | null {
  const list = usePages<Allowance>(
    async (_cursor, signal) => (await service.GET("/api/v1/allowances", { signal })).data,
  );
  const remove = async (id: string) => {
    try {
      await service.DELETE("/api/v1/allowances/{id}", { params: { path: { id } } });
    } catch (thrown) {
      toast(thrown instanceof Error ? thrown.message : String(thrown));
    }
    list.reload();
  };
  if (list.items.length === 0) return null;
  const columns: readonly Column<Allowance>[] = [
    { title: "Where", cell: ({ kind, value }) => `${kind} ${value}` },
    { title: "For", cell: ({ end_user: user, ...key }) => user ?? describeKey(key) },
    { title: "Since", cell: ({ created_at: at }) => <RelativeTime at={at} /> },
    { title: "", cell: ({ id }) => <Button onClick={() => void remove(id)}>Ask again</Button> },
  ];
  return (
    <section class="decided">
      <h2>Always allowed</h2>
      <DataTable
        caption="Places that are always allowed"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={null}
      />
    </section>
  );
}

function useApprovals(isWaiting: boolean) {
  return usePages<Approval>(async (cursor, signal) => {
    const query = {
      limit: 50,
      ...(isWaiting && { status: "waiting" as const }),
      ...(cursor !== undefined && { cursor }),
    };
    return (await service.GET("/api/v1/approvals", { params: { query }, signal })).data;
  });
}
