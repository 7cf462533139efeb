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

/** Loads the page of a list that begins at a cursor. */
export type LoadPage<Item> = (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>;

interface State<Item> {
  items: readonly Item[];
  problem: unknown;
  isLoading: boolean;
  next: string | null;
}

/** Most items to read of a whole list. */
const MAX_ITEMS = 10_000;

/**
 * Loads the first page of a list and further ones on request, or all the rest while `isWhole`. Starts over
 * when `key` changes, and keeps what it has read when only `isWhole` does.
 */
export function usePages<Item>(load: LoadPage<Item>, key = "", isWhole = false): PagedList<Item> {
  const start: State<Item> = { items: [], problem: undefined, isLoading: true, next: null };
  const [state, setState] = useState(start);
  const leaving = useRef<AbortController>(undefined);
  const whole = useRef(isWhole);
  whole.current = isWhole;

  const loadFrom = async (cursor: string | undefined) => {
    leaving.current?.abort();
    const own = new AbortController();
    leaving.current = own;
    setState((last) => ({ ...last, isLoading: true, problem: undefined }));
    let count = cursor === undefined ? 0 : state.items.length;
    let next = cursor;
    try {
      for (let goesOn = true; goesOn; ) {
        const from = next;
        const { items, next_cursor } = await load(from, own.signal);
        if (own.signal.aborted) return;
        count += items.length;
        next = next_cursor ?? undefined;
        goesOn = whole.current && next !== undefined && count < MAX_ITEMS;
        const more = { problem: undefined, isLoading: goesOn, next: next_cursor };
        setState((last) => ({ ...more, items: from === undefined ? items : [...last.items, ...items] }));
      }
    } catch (problem) {
      if (!own.signal.aborted) setState((last) => ({ ...last, problem, isLoading: false }));
    }
  };

  useEffect(() => {
    setState(start);
    void loadFrom(undefined);
    return () => leaving.current?.abort();
  }, [key]);
  useEffect(() => {
    if (isWhole && !state.isLoading && state.next !== null && state.items.length < MAX_ITEMS)
      void loadFrom(state.next);
  }, [isWhole]);

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
