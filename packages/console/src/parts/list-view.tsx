import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { changeQuery, place } from "../app/route.ts";
import type { Column } from "./data-table.tsx";
import { type ListPage, type PagedList, usePages } from "./use-pages.ts";

/** A filter of a list. Its value is in the address, so filters combine and a link keeps them. */
export interface ListFilter<Row> {
  /** Name in the address. */
  name: string;
  label: string;
  placeholder?: string;
  /** If omitted, the value is typed, or set by a link if `isLinked`. Those with a heading are listed last. */
  choices?: readonly (readonly [value: string, words: string, heading?: string])[];
  /** Set for a value that nobody types, such as an ID. It is shown only while it is set. */
  isLinked?: boolean;
  /** Set if the browser's back button returns to the previous choice. */
  isInHistory?: boolean;
  /** Returns whether a row matches. If omitted, the service filters. */
  fits?: (row: Row, value: string) => boolean;
}

/** Position in the list, and the values of the filters that the service applies. */
export interface ListRequest {
  page: { limit: number; cursor?: string };
  values: Readonly<Record<string, string>>;
}

export interface ListOptions<Row> {
  load: (request: ListRequest, signal: AbortSignal) => Promise<ListPage<Row>>;
  columns?: readonly Column<Row>[];
  filters?: readonly ListFilter<Row>[];
  /** Returns the text that a search looks in. If omitted, there is no search. */
  textOf?: (row: Row) => string;
  /** Label of the search. */
  searchLabel?: string;
  /** Column by which a list of one page is sorted, unless the address names one; `-` in front reverses it. */
  sortedBy?: string;
}

/** Rows to read at once. A list that is searched, filtered or sorted is read whole, in longer pages. */
const PAGE = 50;
const LONG_PAGE = 100;
/** Rows to show at once. A list may be longer than a browser can lay out quickly. */
const SHOWN = 100;

export interface ListView<Row> {
  list: PagedList<Row>;
  /** Column by which the list is sorted, with `-` in front if it is in reverse. */
  sort: string | undefined;
  isFiltered: boolean;
  bar: JSX.Element;
}

/**
 * Loads a list and applies the search, filters and order of the address. Reads the rest of the list only
 * where the browser searches, filters or sorts; a longer list has the order of the service until then.
 */
export function useListView<Row>(options: ListOptions<Row>): ListView<Row> {
  const { load, columns = [], filters = [], textOf, searchLabel = "Search", sortedBy } = options;
  const { query } = place.value;
  const wanted = textOf ? (query.get("q") ?? "").trim().toLowerCase() : "";
  const chosenSort = query.get("sort") ?? undefined;
  const values = Object.fromEntries(filters.map((filter) => [filter.name, valueInAddress(filter, query)]));
  const local = filters.filter(({ name, fits }) => fits && values[name] !== "");
  const remote = Object.fromEntries(
    filters.flatMap(({ name, fits }) => (fits || values[name] === "" ? [] : [[name, values[name] ?? ""]])),
  );
  const isWhole = wanted !== "" || chosenSort !== undefined || local.length > 0;
  const pages = usePages<Row>(
    (cursor, signal) => {
      const page = { limit: isWhole ? LONG_PAGE : PAGE, ...(cursor !== undefined && { cursor }) };
      return load({ page, values: remote }, signal);
    },
    JSON.stringify(remote),
    isWhole,
  );
  const [most, setMost] = useState(SHOWN);
  const fitting = pages.items.filter(
    (row) =>
      (wanted === "" || textOf?.(row).toLowerCase().includes(wanted)) &&
      local.every(({ name, fits }) => fits?.(row, values[name] ?? "")),
  );
  const isOnePage = !pages.hasMore && pages.items.length <= PAGE;
  const sort = chosenSort ?? (isOnePage ? sortedBy : undefined);
  const rows = sortRows(fitting, columns, sort);
  const hasHidden = rows.length > most;
  const list: PagedList<Row> = {
    ...pages,
    items: rows.slice(0, most),
    hasMore: hasHidden || (pages.hasMore && !isWhole),
    loadMore: () => {
      setMost(most + SHOWN);
      if (!hasHidden) pages.loadMore();
    },
  };
  const isFiltered = wanted !== "" || Object.values(values).some((value) => value !== "");
  const counted = isWhole && (isFiltered || pages.isLoading);
  const bar = (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      {textOf && (
        <input
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={query.get("q") ?? ""}
          onInput={({ currentTarget: { value } }) => changeQuery({ q: value })}
        />
      )}
      {filters.map((filter) => (
        <FilterField key={filter.name} {...filter} value={values[filter.name] ?? ""} />
      ))}
      <span class="soft small" role="status">
        {counted && `${rows.length} of ${pages.items.length}${pages.isLoading ? " read so far" : ""}`}
        {isWhole && pages.hasMore && !pages.isLoading && ` Only the first ${pages.items.length} were read.`}
      </span>
    </form>
  );
  return { list, sort, isFiltered, bar };
}

/** Returns the value of a filter in the address, or an empty one if there is no such choice. */
function valueInAddress({ name, choices }: ListFilter<never>, query: URLSearchParams): string {
  const value = query.get(name) ?? "";
  return choices?.every(([choice]) => choice !== value) ? "" : value;
}

type FilterFieldProps = Omit<ListFilter<never>, "fits"> & { value: string };

function FilterField(props: FilterFieldProps): JSX.Element | null {
  const { name, label, placeholder = label, choices, isLinked, isInHistory, value } = props;
  const choose = (chosen: string) => changeQuery({ [name]: chosen }, isInHistory);
  if (isLinked)
    return value === "" ? null : (
      <button type="button" class="button" onClick={() => choose("")}>
        {label}: {value.slice(0, 24)} ✕<span class="visually-hidden"> Show all</span>
      </button>
    );
  if (!choices)
    return (
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={({ currentTarget }) => choose(currentTarget.value.trim())}
      />
    );
  const headings = new Set(choices.flatMap(([, , heading]) => heading ?? []));
  const optionsOf = (wanted?: string) =>
    choices.map(
      ([one, words, heading]) =>
        heading === wanted && (
          <option key={one} value={one}>
            {words}
          </option>
        ),
    );
  return (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {optionsOf()}
      {[...headings].map((heading) => (
        <optgroup key={heading} label={heading}>
          {optionsOf(heading)}
        </optgroup>
      ))}
    </select>
  );
}

function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: string | undefined,
): readonly Row[] {
  const isReversed = sort?.startsWith("-");
  const { sortBy } = columns.find(({ title }) => title === sort?.replace(/^-/, "")) ?? {};
  if (!sortBy) return rows;
  const sorted = rows.toSorted((one, other) => compare(sortBy(one), sortBy(other)));
  return isReversed ? sorted.toReversed() : sorted;
}

const WORDS = new Intl.Collator("en", { numeric: true });

function compare(one: string | number, other: string | number): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : WORDS.compare(String(one), String(other));
}
