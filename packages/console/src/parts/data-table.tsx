import type { ComponentChildren, JSX } from "preact";
import { changeQuery } from "../app/route.ts";
import { Button } from "./button.tsx";
import { ProblemBanner } from "./problem-banner.tsx";
import type { PagedList } from "./use-pages.ts";

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ComponentChildren;
  /** Aligns numbers at the end of their column. */
  align?: "end";
  /** Returns what the column is sorted by. If omitted, it cannot be sorted. */
  sortBy?: (row: Row) => string | number;
}

export interface DataTableProps<Row> {
  /** Description of the table's content, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Only `items` for rows that are all there. */
  list: Pick<PagedList<Row>, "items"> & Partial<Omit<PagedList<Row>, "items">>;
  rowKey: (row: Row) => string;
  /** Title of the column by which the rows are sorted, with `-` in front if they are in reverse. */
  sort?: string | undefined;
  /** Shown when there are no rows. */
  empty: ComponentChildren;
}

/** Shows a table of records. On a phone, every row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>): JSX.Element {
  const { caption, columns, list, rowKey, sort, empty } = props;
  return (
    <ListFrame list={list} empty={empty}>
      <div class="table-frame">
        <table>
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ title, align, sortBy }) => (
                <th key={title} scope="col" class={align} aria-sort={sortBy && orderOf(title, sort)}>
                  {sortBy ? <SortButton title={title} order={orderOf(title, sort)} /> : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.items.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map(({ title, cell, align }) => (
                  <td key={title} data-title={title} class={align}>
                    <div>{cell(row)}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ListFrame>
  );
}

type ListFrameProps = Pick<DataTableProps<unknown>, "list" | "empty"> & { children: ComponentChildren };

/** Shows the rows of a list, or why there are none. A button loads further pages. */
export function ListFrame({ list, empty, children }: ListFrameProps): JSX.Element {
  const { items, isLoading = false, problem, hasMore = false, loadMore, reload } = list;
  if (items.length === 0 && isLoading) return <Loading />;
  return (
    <>
      {problem !== undefined && <ProblemBanner problem={problem} {...(reload && { onRetry: reload })} />}
      {items.length === 0 && problem === undefined && empty}
      {items.length > 0 && children}
      {hasMore && (
        <p class="more">
          <Button onClick={() => loadMore?.()} isBusy={isLoading}>
            Load more
          </Button>{" "}
          <span class="soft small">{items.length} shown</span>
        </p>
      )}
    </>
  );
}

type Order = "ascending" | "descending" | "none";

function orderOf(title: string, sort: string | undefined): Order {
  return sort === title ? "ascending" : sort === `-${title}` ? "descending" : "none";
}

const ARROWS: Readonly<Record<Order, string>> = { ascending: " ↑", descending: " ↓", none: "" };

function SortButton({ title, order }: { title: string; order: Order }): JSX.Element {
  return (
    <button
      type="button"
      class="sort"
      onClick={() => changeQuery({ sort: order === "ascending" ? `-${title}` : title })}
    >
      {title}
      <span aria-hidden="true">{ARROWS[order]}</span>
    </button>
  );
}

/** Shows that content is loading. */
export function Loading(): JSX.Element {
  return (
    <div class="loading" role="status">
      <span class="visually-hidden">Loading</span>
      <i />
      <i />
      <i />
    </div>
  );
}
