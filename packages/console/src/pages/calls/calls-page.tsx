import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { service } from "../../app/api.ts";
import type { ConsolePage } from "../../app/console-page.ts";
import { changeQuery, linkTo, place } from "../../app/route.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { CheckField } from "../../parts/fields.tsx";
import { listAndItem } from "../../parts/list-and-item.tsx";
import { type ListFilter, useListView } from "../../parts/list-view.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { CallOutcomeBadge, callerWords, durationWords } from "./call-outcome.tsx";
import { CallPage } from "./call-page.tsx";
import { UsageView } from "./usage-view.tsx";

/** Shows calls with their outcomes, and totals. */
export const callsPage: ConsolePage = {
  path: "calls",
  title: "Calls",
  icon: "chart",
  group: "Watch",
  needs: "calls:read",
  Body: listAndItem(CallsHome, CallPage),
};

function CallsHome(): JSX.Element {
  return (
    <>
      <PageHead title="Calls" lead="Every call with its account, caller and outcome." />
      <UsageView />
      <CallList />
    </>
  );
}

type LoggedCall = Schemas["LoggedCall"];

const COLUMNS: readonly Column<LoggedCall>[] = [
  { title: "When", cell: ({ at }) => <RelativeTime at={at} /> },
  {
    title: "Tool",
    cell: ({ id, tool, looks }) => (
      <>
        <a href={linkTo("calls", id)}>
          <code>{tool}</code>
        </a>
        {looks && looks.count > 1 && <span class="small soft"> {looks.count} polls</span>}
      </>
    ),
  },
  { title: "Outcome", cell: (call) => <CallOutcomeBadge call={call} /> },
  { title: "Account", cell: ({ credential }) => credential?.label ?? "—" },
  { title: "By", cell: callerWords },
  { title: "Took", cell: ({ elapsed_ms }) => durationWords(elapsed_ms), align: "end" },
];

const FILTERS: readonly ListFilter<LoggedCall>[] = [
  { name: "tool", label: "Tool", placeholder: "Tool, such as chatapp_dm" },
  {
    name: "outcome",
    label: "Outcome",
    choices: [
      ["", "Any outcome"],
      ["ok", "Done"],
      ["refused", "Refused"],
      ["failed", "Failed"],
      ["unknown", "Unknown outcome"],
    ],
  },
  { name: "end_user", label: "Person" },
  { name: "key_id", label: "Key", isLinked: true },
  { name: "run_id", label: "Run", isLinked: true },
];

/** How often the list is loaded again while *Live* is on. */
const LIVE_EVERY_MS = 3_000;

function CallList(): JSX.Element {
  const { list, isFiltered, bar } = useListView<LoggedCall>({
    filters: FILTERS,
    async load({ page, values: { outcome, ...values } }, signal) {
      const query = { ...page, ...values, ...(outcome && { outcome: outcome as LoggedCall["outcome"] }) };
      return (await service.GET("/api/v1/calls", { params: { query }, signal })).data;
    },
  });
  const isLive = place.value.query.has("live");
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => document.visibilityState === "visible" && list.reload(), LIVE_EVERY_MS);
    return () => clearInterval(timer);
  }, [isLive, list.reload]);
  return (
    <section>
      <h2>Log</h2>
      {bar}
      <CheckField
        label="Live"
        isChecked={isLive}
        onChange={(isOn) => changeQuery({ live: isOn ? "1" : "" })}
      />
      <DataTable
        caption="Calls, newest first"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          list.hasMore ? (
            <p class="soft">None of those loaded so far match.</p>
          ) : (
            <EmptyState icon="chart" title={isFiltered ? "No calls match" : "No calls yet"}>
              {!isFiltered && (
                <p>
                  Try one of the <a href={linkTo("tools")}>tools</a>.
                </p>
              )}
            </EmptyState>
          )
        }
      />
    </section>
  );
}
