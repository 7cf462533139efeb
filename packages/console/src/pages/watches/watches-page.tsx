import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import type { ConsolePage } from "../../app/console-page.ts";
import { linkTo } from "../../app/route.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import type { Column } from "../../parts/data-table.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { listAndItem } from "../../parts/list-and-item.tsx";
import { type ListFilter, ResourceList } from "../../parts/list-view.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { useSubmit } from "../../parts/use-submit.ts";
import { type LoadedTool, loadTool, useArgumentForm } from "../tools/argument-form.tsx";
import { needsAttention, sourceName, spanWords, WatchStatus } from "./watch-facts.tsx";
import { WatchPage } from "./watch-page.tsx";

/** Lists watches with their health and events. */
export const watchesPage: ConsolePage = {
  path: "watches",
  title: "Watches",
  icon: "eye",
  group: "Watch",
  needs: "watches:read",
  Body: listAndItem(WatchList, WatchPage),
};

type Watch = Schemas["Watch"];

const COLUMNS: readonly Column<Watch>[] = [
  {
    title: "Watch",
    sortBy: sourceName,
    cell: (watch) => <a href={linkTo("watches", watch.id)}>{sourceName(watch)}</a>,
  },
  { title: "State", cell: StateCell },
  {
    title: "Last successful poll",
    sortBy: ({ health }) => health.last_success_at ?? "",
    cell: ({ health }) =>
      health.last_success_at === null ? "none yet" : <RelativeTime at={health.last_success_at} />,
  },
  {
    title: "Overdue by",
    sortBy: ({ health }) => health.lag_seconds,
    cell: ({ health }) => (health.lag_seconds === 0 ? "—" : spanWords(health.lag_seconds)),
  },
  { title: "Deliveries", cell: deliveryWords },
];

const FILTERS: readonly ListFilter<Watch>[] = [
  {
    name: "state",
    label: "State",
    choices: [
      ["", "Any status"],
      ["attention", "Needs attention"],
      ["paused", "Paused"],
    ],
    fits: (watch, state) => (state === "paused" ? watch.paused_at !== null : needsAttention(watch)),
  },
];

function StateCell(watch: Watch): JSX.Element {
  const { gaps, feed } = watch.health;
  return (
    <>
      <WatchStatus watch={watch} />{" "}
      {feed?.flood && !feed.flood.released && <Badge tone="wait">{feed.flood.items} items held back</Badge>}{" "}
      {gaps.length > 0 && <Badge tone="wait">{gaps.length === 1 ? "a gap" : `${gaps.length} gaps`}</Badge>}
    </>
  );
}

function deliveryWords({ health: { delivery } }: Watch): string {
  if (delivery === null) return "—";
  const { status, waiting, dead, held_until: heldUntil } = delivery;
  const told = [
    ...(status === "active" && (waiting > 0 || dead > 0) ? [] : [status]),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(dead > 0 ? [`${dead} dead`] : []),
    ...(heldUntil === null ? [] : ["held"]),
  ];
  return told.join(", ");
}

type WatchKind = "feed" | "inbox";

/** The kinds of watches that a person can begin, each with the tool that does the same. */
const KINDS: Readonly<Record<WatchKind, { tool: string; title: string }>> = {
  feed: { tool: "rss_subscribe", title: "Watch a feed" },
  inbox: { tool: "email_watch_inbox", title: "Watch an inbox" },
};

function WatchList(): JSX.Element {
  const [adding, setAdding] = useState<WatchKind>();
  return (
    <>
      <PageHead title="Watches" lead="Feeds and inboxes that are polled regularly.">
        {hasScope("watches:write") &&
          (["feed", "inbox"] as const).map((kind) => (
            <Button key={kind} onClick={() => setAdding(kind)}>
              {KINDS[kind].title}
            </Button>
          ))}
      </PageHead>
      <ResourceList<Watch>
        caption="Watches"
        columns={COLUMNS}
        filters={FILTERS}
        sortedBy="Watch"
        textOf={(watch) => `${sourceName(watch)} ${watch.id} ${watch.deliver_to ?? ""}`}
        load={async ({ page: query }, signal) =>
          (await service.GET("/api/v1/watches", { params: { query }, signal })).data
        }
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="eye" title="There are no watches">
            <p>Watch a feed or an inbox, and each new item is listed here and sent to your webhook.</p>
          </EmptyState>
        }
      />
      {adding && <AddWatch kind={adding} onClose={() => setAdding(undefined)} />}
    </>
  );
}

/** Creates a watch and opens its page. The form has the arguments of the tool that does the same. */
function AddWatch({ kind, onClose }: { kind: WatchKind; onClose: () => void }): JSX.Element | null {
  const { tool, title } = KINDS[kind];
  const { value, problem } = useLoaded((signal) => loadTool(tool, signal));
  // A dialog focuses its first field when it opens.
  if (!value && problem === undefined) return null;
  return (
    <Dialog title={title} onClose={onClose}>
      {problem !== undefined && <ProblemBanner problem={problem} />}
      {value && <WatchForm kind={kind} loaded={value} onClose={onClose} />}
    </Dialog>
  );
}

interface WatchFormProps {
  kind: WatchKind;
  loaded: LoadedTool;
  onClose: () => void;
}

function WatchForm({ kind, loaded, onClose }: WatchFormProps): JSX.Element {
  const omitted = ["timeout_seconds", ...(hasScope("deliveries:write") ? [] : ["deliver_to", "ordered"])];
  const { fields, read } = useArgumentForm(loaded, omitted);
  const { problem, isBusy, submit } = useSubmit(async () => {
    const values = read();
    if (!values) return;
    // The service checks what the form was made from.
    const body = { type: kind, ...values } as unknown as Schemas["CreateWatch"];
    const { data } = await service.POST("/api/v1/watches", { body });
    onClose();
    location.hash = linkTo("watches", data.id);
  });
  return (
    <form noValidate onSubmit={submit}>
      {fields}
      {problem !== undefined && <ProblemBanner problem={problem} />}
      <Button kind="primary" type="submit" isBusy={isBusy}>
        Begin
      </Button>
    </form>
  );
}
