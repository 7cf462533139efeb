import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import { hasScope } from "../../app/visit-state.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ExternalLink } from "../../parts/external-link.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import type { ItemProps } from "../../parts/resource-page.tsx";
import { spanWords } from "../../parts/span-words.ts";
import { usePages } from "../../parts/use-pages.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { LookTimeline } from "./look-timeline.tsx";
import { WatchHealthView } from "./watch-health.tsx";

type Watch = Schemas["Watch"];

/** Shows how often a watch is polled, and its ID. */
export function WatchLead({ id, interval_minutes: minutes }: Watch): JSX.Element {
  return (
    <>
      Polled every {spanWords(minutes * 60).replace(/^1 /, "")}.{" "}
      <span class="watch-id">
        <code>{id}</code> <CopyButton text={() => id} label="Copy ID" />
      </span>
    </>
  );
}

/** Shows the health of a watch, its events and its deliveries. */
export function WatchView({ item: watch, onChange }: ItemProps<Watch>): JSX.Element {
  return (
    <>
      <WatchHealthView watch={watch} />
      {hasScope("calls:read") && <LookTimeline watch={watch} />}
      <EventList watch={watch} />
      {watch.deliver_to !== null && <DeliveryList watch={watch} onChange={onChange} />}
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
