import type { ComponentChildren, ComponentType, JSX } from "preact";
import { useCallback, useState } from "preact/hooks";
import type { ConsolePage } from "../app/console-page.ts";
import { DataTable, ListFrame } from "./data-table.tsx";
import { DetailPage } from "./detail-page.tsx";
import { EmptyState } from "./empty-state.tsx";
import { listAndItem } from "./list-and-item.tsx";
import { type ListOptions, useListView } from "./list-view.tsx";
import { PageHead } from "./page-head.tsx";
import { useLoaded } from "./use-loaded.ts";

/** A noun of the API as a page of the console: a list of its records, and one record at `#/PATH/ID`. */
export interface Resource<Row, Item = Row> extends Omit<ConsolePage, "Body"> {
  /** One sentence about the purpose of the list. */
  lead: string;
  /** Buttons for the whole list, such as the one that makes a record. */
  Actions?: ComponentType<ListProps>;
  /** Shown above the list, such as a form that makes a record. */
  Above?: ComponentType<ListProps>;
  list: ResourceList<Row>;
  /** The page of one record. If omitted, there is none. */
  item?: ResourceItem<Item>;
}

/** Given to what acts on a list. */
export interface ListProps {
  /** Reloads the list. */
  onChange: () => void;
  /** How often the list was reloaded. */
  turn: number;
}

interface ResourceList<Row> extends ListOptions<Row> {
  caption: string;
  rowKey: (row: Row) => string;
  /** Heading of the list, if there is something above it. */
  heading?: string;
  /** False if the search and the filters are shown only for more than five rows. */
  hasShortBar?: boolean;
  /** Shown between the filters and the rows. */
  Controls?: ComponentType<ListProps>;
  /** Shows the rows. If omitted, they are in a table. */
  Rows?: ComponentType<RowsProps<Row>>;
  empty: EmptyWords;
  /** Shown instead of `empty` when nothing matches the search and the filters. */
  emptyIfFiltered?: EmptyWords;
}

/** What an empty list says: a heading, and how to get something into the list. */
interface EmptyWords {
  title: string;
  text?: ComponentChildren;
}

export interface RowsProps<Row> extends ListProps {
  rows: readonly Row[];
  isFiltered: boolean;
}

/** Given to what shows one record or acts on it. */
export interface ItemProps<Item> {
  item: Item;
  /** Reloads the record. */
  onChange: () => void;
}

interface ResourceItem<Item> {
  load: (id: string, signal: AbortSignal) => Promise<Item>;
  title: (item: Item) => string;
  lead?: (item: Item) => ComponentChildren;
  /** Buttons beside the title. */
  Actions?: ComponentType<ItemProps<Item>>;
  Body: ComponentType<ItemProps<Item>>;
}

/** Returns the page of a noun. */
export function resourcePage<Row, Item = Row>(resource: Resource<Row, Item>): ConsolePage {
  const { item, ...page } = resource;
  const { path } = page;
  const List = () => <ListPage {...page} />;
  const Body = item ? listAndItem(List, ({ id }) => <ItemPage id={id} path={path} item={item} />) : List;
  return { ...page, Body };
}

/** Length up to which a list needs no search and no filters. */
const MAX_SHORT = 5;

function ListPage<Row>(resource: Omit<Resource<Row>, "item">): JSX.Element {
  const { title, icon, lead, list: options, Actions, Above } = resource;
  const { heading, hasShortBar = true, caption, Controls, Rows, columns = [], rowKey } = options;
  const { list, sort, isFiltered, bar } = useListView(options);
  const { items, hasMore, reload } = list;
  const [turn, setTurn] = useState(0);
  const onChange = useCallback(() => {
    reload();
    setTurn((last) => last + 1);
  }, [reload]);
  const props: ListProps = { turn, onChange };
  const words = isFiltered ? options.emptyIfFiltered : options.empty;
  const empty =
    hasMore || !words ? (
      <p class="soft">{hasMore ? "None of those loaded so far match." : "Nothing matches."}</p>
    ) : (
      <EmptyState icon={icon} title={words.title}>
        {words.text !== undefined && <p>{words.text}</p>}
      </EmptyState>
    );
  return (
    <>
      <PageHead title={title} lead={lead}>
        {Actions && <Actions {...props} />}
      </PageHead>
      {Above && <Above {...props} />}
      {heading !== undefined && <h2>{heading}</h2>}
      {(hasShortBar || isFiltered || items.length > MAX_SHORT) && bar}
      {Controls && <Controls {...props} />}
      {Rows ? (
        <ListFrame list={list} empty={empty}>
          <Rows {...props} rows={items} isFiltered={isFiltered} />
        </ListFrame>
      ) : (
        <DataTable
          caption={caption}
          columns={columns}
          list={list}
          rowKey={rowKey}
          sort={sort}
          empty={empty}
        />
      )}
    </>
  );
}

interface ItemPageProps<Item> {
  id: string;
  path: string;
  item: ResourceItem<Item>;
}

function ItemPage<Item>({ id, path, item: options }: ItemPageProps<Item>): JSX.Element {
  const { load, title, lead, Actions, Body } = options;
  const loaded = useLoaded((signal) => load(id, signal), id);
  const { reload } = loaded;
  return (
    <DetailPage list={path} loaded={loaded}>
      {(item) => (
        <>
          <PageHead title={title(item)} lead={lead?.(item)}>
            {Actions && <Actions item={item} onChange={reload} />}
          </PageHead>
          <Body item={item} onChange={reload} />
        </>
      )}
    </DetailPage>
  );
}
