import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { service } from "../../app/api.ts";
import { changeQuery, linkTo, place } from "../../app/route.ts";
import { CheckField } from "../../parts/fields.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { type ListProps, resourcePage } from "../../parts/resource-page.tsx";
import { RunLink } from "../runs/run-link.tsx";
import { CallOutcomeBadge, callerWords, durationWords } from "./call-outcome.tsx";
import { CallView } from "./call-view.tsx";
import { UsageView } from "./usage-view.tsx";

type LoggedCall = Schemas["LoggedCall"];

/** Shows calls with their outcomes, and totals. */
export const callsPage = resourcePage<LoggedCall, Schemas["LoggedCallDetail"]>({
  path: "calls",
  title: "Calls",
  icon: "chart",
  group: "Watch",
  needs: "calls:read",
  lead: "Every call with its account, caller and outcome.",
  Above: UsageView,
  list: {
    heading: "Log",
    caption: "Calls, newest first",
    async load({ page, values: { outcome, ...values } }, signal) {
      const query = { ...page, ...values, ...(outcome && { outcome: outcome as LoggedCall["outcome"] }) };
      return (await service.GET("/api/v1/calls", { params: { query }, signal })).data;
    },
    columns: [
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
    ],
    filters: [
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
    ],
    Controls: Live,
    rowKey: ({ id }) => id,
    empty: {
      title: "No calls yet",
      text: (
        <>
          Try one of the <a href={linkTo("tools")}>tools</a>.
        </>
      ),
    },
    emptyIfFiltered: { title: "No calls match" },
  },
  item: {
    load: async (id, signal) =>
      (await service.GET("/api/v1/calls/{id}", { params: { path: { id } }, signal })).data,
    title: ({ tool }) => tool,
    Actions: ({ item: { run_id: runId } }) => (runId === null ? null : <RunLink id={runId} />),
    Body: CallView,
  },
});

/** How often the list is loaded again while *Live* is on. */
const LIVE_EVERY_MS = 3_000;

function Live({ onChange }: ListProps): JSX.Element {
  const isLive = place.value.query.has("live");
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => document.visibilityState === "visible" && onChange(), LIVE_EVERY_MS);
    return () => clearInterval(timer);
  }, [isLive, onChange]);
  return (
    <CheckField label="Live" isChecked={isLive} onChange={(isOn) => changeQuery({ live: isOn ? "1" : "" })} />
  );
}
