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
import { ChoiceField, TextField } from "../../parts/fields.tsx";
import { listAndItem } from "../../parts/list-and-item.tsx";
import { type ListFilter, ResourceList } from "../../parts/list-view.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { useSubmit } from "../../parts/use-submit.ts";
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

function WatchList(): JSX.Element {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageHead title="Watches" lead="Feeds and inboxes that are polled regularly.">
        {hasScope("watches:write") && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            Watch a feed
          </Button>
        )}
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
            <p>Watch a feed here, or an inbox with the tool email_watch_inbox.</p>
          </EmptyState>
        }
      />
      {isAdding && <AddWatch onClose={() => setAdding(false)} />}
    </>
  );
}

const INTERVALS = ([1, 5, 15, 30, 60, 360, 1440] as const).map(
  (minutes) => [minutes, spanWords(minutes * 60)] as const,
);

/** Creates a watch of a feed and opens its page. */
function AddWatch({ onClose }: { onClose: () => void }): JSX.Element {
  const [url, setUrl] = useState("");
  const [keywords, setKeywords] = useState("");
  const [interval, setInterval] = useState<(typeof INTERVALS)[number][0]>(15);
  const [deliverTo, setDeliverTo] = useState("");
  const { problem, isBusy, submit } = useSubmit(async () => {
    const words = keywords.split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]));
    const destination = deliverTo.trim();
    const { data } = await service.POST("/api/v1/watches", {
      body: {
        type: "feed",
        url: url.trim(),
        interval_minutes: interval,
        ...(words.length > 0 && { keywords: words }),
        ...(destination !== "" && { deliver_to: destination }),
      },
    });
    onClose();
    location.hash = linkTo("watches", data.id);
  });
  return (
    <Dialog title="Watch a feed" onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label="Address"
          type="url"
          required
          placeholder="https://example.com/feed.xml"
          value={url}
          onType={setUrl}
        />
        <TextField
          label="Only items with these words"
          hint="Separated by commas."
          isOptional
          value={keywords}
          onType={setKeywords}
        />
        <ChoiceField label="Poll every" choices={INTERVALS} value={interval} onChoose={setInterval} />
        {hasScope("deliveries:write") && (
          <TextField
            label="Deliver to"
            hint="A webhook that receives each item when it is found."
            isOptional
            type="url"
            value={deliverTo}
            onType={setDeliverTo}
          />
        )}
        {problem !== undefined && <ProblemBanner problem={problem} />}
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Begin
        </Button>
      </form>
    </Dialog>
  );
}
