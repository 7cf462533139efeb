import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** One page of a list, as returned by the service. */
export interface ListPage<Item> {
  items: readonly Item[];
  next_cursor: string | null;
}

/** A list that is loaded page by page. */
export interface PagedList<Item> {
  items: readonly Item[];
  /** Error thrown while loading. */
  problem: unknown;
  isLoading: boolean;
  hasMore: boolean;
  loadMore: () => void;
  /** Reloads from the first page. */
  reload: () => void;
}

type LoadPage<Item> = (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>;

interface State<Item> {
  items: readonly Item[];
  problem: unknown;
  isLoading: boolean;
  next: string | null;
}

/** Most items to read of a whole list. */
const MAX_ITEMS = 10_000;

/**
 * Loads the first page of a list and further ones on request, or all of them if `isWhole`. Starts over when
 * `key` changes.
 */
export function usePages<Item>(load: LoadPage<Item>, key = "", isWhole = false): PagedList<Item> {
  const start: State<Item> = { items: [], problem: undefined, isLoading: true, next: null };
  const [state, setState] = useState(start);
  const leaving = useRef<AbortController>(undefined);

  const loadFrom = async (cursor: string | undefined) => {
    leaving.current?.abort();
    const own = new AbortController();
    leaving.current = own;
    setState((last) => ({ ...last, isLoading: true, problem: undefined }));
    let count = 0;
    let next = cursor;
    try {
      do {
        const from = next;
        const { items, next_cursor } = await load(from, own.signal);
        if (own.signal.aborted) return;
        count += items.length;
        next = next_cursor ?? undefined;
        const isLoading = isWhole && next !== undefined && count < MAX_ITEMS;
        const more = { problem: undefined, isLoading, next: next_cursor };
        setState((last) => ({ ...more, items: from === undefined ? items : [...last.items, ...items] }));
      } while (isWhole && next !== undefined && count < MAX_ITEMS);
    } catch (problem) {
      if (!own.signal.aborted) setState((last) => ({ ...last, problem, isLoading: false }));
    }
  };

  useEffect(() => {
    setState(start);
    void loadFrom(undefined);
    return () => leaving.current?.abort();
  }, [key]);

  const { items, problem, isLoading, next } = state;
  return {
    items,
    problem,
    isLoading,
    hasMore: next !== null,
    loadMore: useCallback(() => void loadFrom(next ?? undefined), [next, key]),
    reload: useCallback(() => void loadFrom(undefined), [key]),
  };
}
