import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { DetailPage } from "../../parts/detail-page.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ExternalLink } from "../../parts/external-link.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { toast, toastProblem } from "../../parts/toast.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { usePages } from "../../parts/use-pages.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { LookTimeline } from "./look-timeline.tsx";
import { sourceName, spanWords } from "./watch-facts.tsx";
import { WatchHealthView } from "./watch-health.tsx";

type Watch = Schemas["Watch"];

/** Shows one watch: its health, its events and its deliveries. */
export function WatchPage({ id }: { id: string }): JSX.Element {
  const loaded = useLoaded(
    async (signal) =>
      (await service.GET("/api/v1/watches/{id}", { params: { path: { id } }, signal })).data as Watch,
    id,
  );
  return (
    <DetailPage list="watches" loaded={loaded}>
      {(value) => (
        <>
          <PageHead title={sourceName(value)} lead={<Lead watch={value} />}>
            {hasScope("watches:write") && <Actions watch={value} onChange={loaded.reload} />}
          </PageHead>
          <WatchHealthView watch={value} />
          {hasScope("calls:read") && <LookTimeline watch={value} />}
          <EventList watch={value} />
          {value.deliver_to !== null && <DeliveryList watch={value} onChange={loaded.reload} />}
        </>
      )}
    </DetailPage>
  );
}

function Lead({ watch: { id, interval_minutes: minutes } }: { watch: Watch }): JSX.Element {
  return (
    <>
      Polled every {spanWords(minutes * 60).replace(/^1 /, "")}.{" "}
      <span class="watch-id">
        <code>{id}</code> <CopyButton text={() => id} label="Copy ID" />
      </span>
    </>
  );
}

function Actions({ watch, onChange }: { watch: Watch; onChange: () => void }): JSX.Element {
  const { id, paused_at: pausedAt, deliver_to: deliverTo, health } = watch;
  const flood = health.feed?.flood;
  const [asked, setAsked] = useState<"release" | "end">();
  const [isBusy, setBusy] = useState(false);
  const pause = async (paused: boolean) => {
    setBusy(true);
    await service
      .PATCH("/api/v1/watches/{id}", { params: { path: { id } }, body: { paused } })
      .then(() => toast(paused ? "Paused." : "The watch has resumed."), toastProblem);
    setBusy(false);
    onChange();
  };
  const release = async () => {
    await service.PATCH("/api/v1/watches/{id}", { params: { path: { id } }, body: { release_flood: true } });
    toast("The next polls will list the items.");
    onChange();
  };
  const remove = async () => {
    await service.DELETE("/api/v1/watches/{id}", { params: { path: { id } } });
    toast("The watch was deleted.");
    location.hash = linkTo("watches");
  };
  const close = () => setAsked(undefined);
  return (
    <>
      {flood && !flood.released && (
        <Button onClick={() => setAsked("release")}>Release {flood.items} items</Button>
      )}
      <Button isBusy={isBusy} onClick={() => void pause(pausedAt === null)}>
        {pausedAt === null ? "Pause" : "Resume"}
      </Button>
      <Button kind="danger" onClick={() => setAsked("end")}>
        End
      </Button>
      {asked === "release" && flood && (
        <ConfirmDialog
          title={`Release ${flood.items} items?`}
          action="List them"
          onConfirm={release}
          onClose={close}
        >
          <p>
            They appeared at once and may be an archive. The next polls will list them as events, fifty per
            poll
            {deliverTo !== null && (
              <>
                , and each is sent to <strong>{deliverTo}</strong>
              </>
            )}
            . This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
      {asked === "end" && (
        <ConfirmDialog title="Delete this watch?" action="End it" onConfirm={remove} onClose={close}>
          <p>Its events will be deleted too. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

type WatchEvent = Schemas["WatchEvent"];

const PAGE = 50;

const COLUMNS: readonly Column<WatchEvent>[] = [
  { title: "Found", cell: ({ found_at: at }) => <RelativeTime at={at} /> },
  { title: "What", cell: titleCell },
  { title: "No.", cell: ({ sequence }) => sequence, align: "end" },
];

function titleCell({ item, message }: WatchEvent): JSX.Element {
  const title = textOf(item?.title) ?? textOf(message?.subject) ?? textOf(item?.url) ?? "(no title)";
  const url = textOf(item?.url) ?? textOf(item?.link);
  const from = textOf(message?.from);
  return (
    <>
      {url === undefined ? title : <ExternalLink href={url}>{title}</ExternalLink>}
      {from !== undefined && <span class="small soft"> {from}</span>}
    </>
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Lists events in the order in which they were found. */
function EventList({ watch }: { watch: Schemas["Watch"] }): JSX.Element {
  const list = usePages<WatchEvent>(async (cursor, signal) => {
    const { data } = await service.GET("/api/v1/watches/{id}/events", {
      params: {
        path: { id: watch.id },
        query: { limit: PAGE, ...(cursor !== undefined && { after: cursor }) },
      },
      signal,
    });
    const items = data.items as readonly WatchEvent[];
    return { items, next_cursor: items.length < PAGE ? null : (items.at(-1)?.cursor ?? null) };
  }, watch.id);
  return (
    <section class="watch-list">
      <h2>Found</h2>
      <DataTable
        caption="Events, oldest first"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="eye" title="No events yet">
            <p>Items that existed at the start count as seen.</p>
          </EmptyState>
        }
      />
    </section>
  );
}
