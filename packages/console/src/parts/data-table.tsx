import type { ComponentChildren, JSX } from "preact";
import { Button } from "./button.tsx";
import { ProblemBanner } from "./problem-banner.tsx";
import type { PagedList } from "./use-pages.ts";

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ComponentChildren;
  /** Aligns numbers at the end of their column. */
  align?: "end";
}

interface DataTableProps<Row> {
  /** Description of the table's content, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  list: Pick<PagedList<Row>, "items" | "isLoading" | "problem" | "hasMore" | "loadMore" | "reload">;
  rowKey: (row: Row) => string;
  /** Shown when there are no rows. */
  empty: ComponentChildren;
}

/** Shows a table of records. On a phone, every row is a card. A button loads further pages. */
export function DataTable<Row>({ caption, columns, list, rowKey, empty }: DataTableProps<Row>): JSX.Element {
  const { items, isLoading, problem, hasMore, loadMore, reload } = list;
  if (items.length === 0 && isLoading) return <Loading />;
  return (
    <>
      {problem !== undefined && <ProblemBanner problem={problem} onRetry={reload} />}
      {items.length === 0 && problem === undefined && empty}
      {items.length > 0 && (
        <div class="table-frame">
          <table>
            <caption class="visually-hidden">{caption}</caption>
            <thead>
              <tr>
                {columns.map(({ title, align }) => (
                  <th key={title} scope="col" class={align}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((row) => (
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
      )}
      {hasMore && (
        <p class="more">
          <Button onClick={loadMore} isBusy={isLoading}>
            Load more
          </Button>{" "}
          <span class="soft small">{items.length} shown</span>
        </p>
      )}
    </>
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
