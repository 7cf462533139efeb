import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import type { ConsolePage } from "../../app/console-page.ts";
import { linkTo, place } from "../../app/route.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { usePages } from "../../parts/use-pages.ts";
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
  Body: CallsPage,
};

function CallsPage(): JSX.Element {
  const [id] = place.value.rest;
  if (id !== undefined) return <CallPage key={id} id={id} />;
  return (
    <>
      <PageHead title="Calls" lead="Every call with its account, its caller and how it ended." />
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
        {looks && looks.count > 1 && <span class="small soft"> {looks.count} looks</span>}
      </>
    ),
  },
  { title: "How it ended", cell: (call) => <CallOutcomeBadge call={call} /> },
  { title: "Account", cell: ({ credential }) => credential?.label ?? "—" },
  { title: "By", cell: callerWords },
  { title: "Took", cell: ({ elapsed_ms }) => durationWords(elapsed_ms), align: "end" },
];

interface Filter {
  tool: string;
  outcome: "" | LoggedCall["outcome"];
}

function CallList(): JSX.Element {
  const [filter, setFilter] = useState<Filter>({ tool: "", outcome: "" });
  const list = usePages<LoggedCall>(async (cursor, signal) => {
    const { tool, outcome } = filter;
    const query = {
      limit: 50,
      ...(tool !== "" && { tool }),
      ...(outcome !== "" && { outcome }),
      ...(cursor !== undefined && { cursor }),
    };
    return (await service.GET("/api/v1/calls", { params: { query }, signal })).data;
  }, JSON.stringify(filter));
  const isFiltered = filter.tool !== "" || filter.outcome !== "";
  return (
    <section>
      <h2>Log</h2>
      <CallFilter filter={filter} onChange={setFilter} />
      <DataTable
        caption="Calls, the newest first"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          list.hasMore ? (
            <p class="soft">None fits among those that were read so far.</p>
          ) : (
            <EmptyState icon="chart" title={isFiltered ? "No call fits" : "Nothing was called yet"}>
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

function CallFilter({
  filter,
  onChange,
}: {
  filter: Filter;
  onChange: (filter: Filter) => void;
}): JSX.Element {
  const [tool, setTool] = useState(filter.tool);
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ ...filter, tool: tool.trim() });
      }}
    >
      <input
        type="search"
        aria-label="Tool"
        placeholder="Tool, such as chatapp_dm"
        value={tool}
        onInput={(event) => setTool(event.currentTarget.value)}
        onBlur={() => tool.trim() !== filter.tool && onChange({ ...filter, tool: tool.trim() })}
      />
      <select
        aria-label="How it ended"
        value={filter.outcome}
        onChange={(event) => onChange({ ...filter, outcome: event.currentTarget.value as Filter["outcome"] })}
      >
        <option value="">However it ended</option>
        <option value="ok">Done</option>
        <option value="refused">Refused</option>
        <option value="failed">Failed</option>
        <option value="unknown">End unknown</option>
      </select>
    </form>
  );
}
