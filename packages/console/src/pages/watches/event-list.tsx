import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { ExternalLink } from "../../parts/external-link.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { usePages } from "../../parts/use-pages.ts";

type WatchEvent = Schemas["WatchEvent"];

const PAGE = 50;

const COLUMNS: readonly Column<WatchEvent>[] = [
  { title: "Found", cell: ({ found_at: at }) => <RelativeTime at={at} /> },
  { title: "What", cell: titleCell },
  { title: "No.", cell: ({ sequence }) => sequence, align: "end" },
];

function titleCell({ item, message }: WatchEvent): JSX.Element {
  const title = textOf(item?.title) ?? textOf(message?.subject) ?? textOf(item?.url) ?? "(without a title)";
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

/** Events in the order in which they were found. */
export function EventList({ watch }: { watch: Schemas["Watch"] }): JSX.Element {
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
        caption="Events, the oldest first"
        columns={COLUMNS}
        list={list}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="eye" title="Nothing was found yet">
            <p>What was there at the beginning counts as seen.</p>
          </EmptyState>
        }
      />
    </section>
  );
}
