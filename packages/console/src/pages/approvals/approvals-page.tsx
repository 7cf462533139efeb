import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import type { ConsolePage } from "../../app/console-page.ts";
import { linkTo, linkToList } from "../../app/route.ts";
import { hasScope } from "../../app/visit-state.ts";
import { waitingCalls, waitingIds } from "../../app/waiting-calls.ts";
import { Button } from "../../parts/button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { describeKey } from "../../parts/key-words.ts";
import { listAndItem } from "../../parts/list-and-item.tsx";
import { type ListFilter, useListView } from "../../parts/list-view.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { toastProblem } from "../../parts/toast.tsx";
import { usePages } from "../../parts/use-pages.ts";
import { ApprovalStatus, askerOf, describeDestination } from "./approval-facts.tsx";
import { ApprovalPage } from "./approval-page.tsx";
import { DenySeveral } from "./deny-several.tsx";
import { ExampleCall } from "./example-call.tsx";

/** Lists calls that wait for approval, and decides about them. */
export const approvalsPage: ConsolePage = {
  path: "approvals",
  title: "Approvals",
  icon: "hand",
  group: "Act",
  // A user who may not decide about other keys' calls sees those of their own key.
  needs: ["approvals:grant", "tools:call"],
  waiting: waitingCalls,
  Body: listAndItem(ApprovalLists, ApprovalPage),
};

type Approval = Schemas["Approval"];

const COLUMNS: readonly Column<Approval>[] = [
  {
    title: "Call",
    sortBy: ({ title }) => title,
    cell: (approval) => (
      <>
        <a href={linkTo("approvals", approval.id)} title={approval.tool}>
          {approval.title}
        </a>
        {approval.conversation !== null && (
          <a
            class="small of-conversation"
            href={linkToList("approvals", { state: "all", conversation: approval.conversation })}
          >
            Same conversation
          </a>
        )}
      </>
    ),
  },
  {
    title: "Where",
    sortBy: placeOf,
    cell: (approval) => {
      const where = placeOf(approval);
      return where === "" ? "—" : <a href={linkToList("approvals", { place: where })}>{where}</a>;
    },
  },
  { title: "For", cell: (approval) => <div class="asker">{askerOf(approval)}</div>, sortBy: askerOf },
  {
    title: "Asked",
    sortBy: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <RelativeTime at={at} />,
  },
];
const STATE_COLUMN: Column<Approval> = {
  title: "State",
  cell: ({ status }) => <ApprovalStatus status={status} />,
};

/** Describes the destination of a call: `channel #general`. */
function placeOf({ destinations }: Approval): string {
  return destinations.map(describeDestination).join(", ");
}

const FILTERS: readonly ListFilter<Approval>[] = [
  {
    name: "state",
    label: "State",
    choices: [
      ["", "Waiting"],
      ["approved", "Approved"],
      ["failed", "Failed"],
      ["denied", "Denied"],
      ["expired", "Expired"],
      ["all", "Any status"],
    ],
  },
  { name: "place", label: "Where", isLinked: true, fits: (row, place) => placeOf(row) === place },
  {
    name: "conversation",
    label: "Conversation",
    isLinked: true,
    fits: ({ conversation }, id) => conversation === id,
  },
];

function ApprovalLists(): JSX.Element {
  const { list, sort, isFiltered, bar } = useListView<Approval>({
    columns: COLUMNS,
    filters: FILTERS,
    textOf: (approval) => `${approval.title} ${approval.tool} ${askerOf(approval)}`,
    async load({ page, values: { state = "waiting" } }, signal) {
      const status = state === "all" ? undefined : (state as Approval["status"]);
      const query = { ...page, ...(status && { status }) };
      return (await service.GET("/api/v1/approvals", { params: { query }, signal })).data;
    },
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const waiting = list.items.filter(({ status }) => status === "waiting");
  const ids = waiting.map(({ id }) => id).filter((id) => chosen.has(id));
  const [isDenying, setDenying] = useState(false);
  /** The waiting calls when the list was loaded. */
  const listedIds = useRef(waitingIds.value);
  useEffect(() => {
    if (listedIds.current !== waitingIds.value) list.reload();
    listedIds.current = waitingIds.value;
  }, [waitingIds.value, list.reload]);
  const choose: Column<Approval> = {
    title: "Choose",
    cell: ({ id, title, status }) =>
      status === "waiting" && (
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
  return (
    <>
      <PageHead
        title="Approvals"
        lead={
          hasScope("approvals:grant")
            ? "Calls that wait until a person has approved them."
            : "Calls of this key that wait until a person has approved them. To see those of all keys, sign in with a key that has approvals:grant, such as approver-key on one machine."
        }
      />
      {bar}
      {waiting.length > 1 && (
        <div class="chosen">
          <Button onClick={() => setChosen(new Set(ids.length > 0 ? [] : waiting.map(({ id }) => id)))}>
            {ids.length > 0 ? "Select none" : "Select all shown"}
          </Button>{" "}
          {ids.length > 0 && (
            <Button kind="danger" onClick={() => setDenying(true)}>
              {ids.length === 1 ? "Deny the selected call" : `Deny the ${ids.length} selected calls`}
            </Button>
          )}
        </div>
      )}
      {isDenying && <DenySeveral ids={ids} onClose={() => setDenying(false)} onDenied={list.reload} />}
      <DataTable
        caption="Calls that need approval"
        columns={[
          ...(waiting.length > 1 ? [choose] : []),
          ...COLUMNS,
          ...(waiting.length < list.items.length ? [STATE_COLUMN] : []),
        ]}
        list={list}
        sort={sort}
        rowKey={({ id }) => id}
        empty={
          isFiltered ? (
            <p class="soft">Nothing matches.</p>
          ) : (
            <EmptyState icon="hand" title="No calls are waiting">
              <p>
                A call waits here if{" "}
                {hasScope("tools:read") ? <a href={linkTo("keys")}>the policy</a> : "the policy"} says so, or
                if outside text may have influenced it.
              </p>
              <ExampleCall />
            </EmptyState>
          )
        }
      />
      <AlwaysAllowed />
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
    await service.DELETE("/api/v1/allowances/{id}", { params: { path: { id } } }).catch(toastProblem);
    list.reload();
  };
  if (list.items.length === 0) return null;
  const columns: readonly Column<Allowance>[] = [
    { title: "Where", cell: describeDestination },
    { title: "For", cell: ({ end_user: user, ...key }) => user ?? describeKey(key) },
    { title: "Since", cell: ({ created_at: at }) => <RelativeTime at={at} /> },
    { title: "Actions", cell: ({ id }) => <Button onClick={() => void remove(id)}>Remove</Button> },
  ];
  return (
    <section class="decided">
      <h2>Always allowed</h2>
      <DataTable
        caption="Destinations that are always allowed"
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={null}
      />
    </section>
  );
}
