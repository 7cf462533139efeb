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
  /** Reloads from the first page, and keeps the old rows until as many are read again. */
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

  const shown = useRef(0);
  shown.current = state.items.length;

  const loadFrom = async (cursor: string | undefined, atLeast = 0) => {
    leaving.current?.abort();
    const own = new AbortController();
    leaving.current = own;
    setState((last) => ({ ...last, isLoading: true, problem: undefined }));
    let read = cursor === undefined ? [] : state.items;
    let next = cursor;
    try {
      for (let goesOn = true; goesOn; ) {
        const { items, next_cursor } = await load(next, own.signal);
        if (own.signal.aborted) return;
        read = [...read, ...items];
        next = next_cursor ?? undefined;
        const isShort = read.length < atLeast;
        goesOn = (whole.current || isShort) && next !== undefined && read.length < MAX_ITEMS;
        if (!goesOn || !isShort)
          setState({ items: read, problem: undefined, isLoading: goesOn, next: next_cursor });
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
    reload: useCallback(() => void loadFrom(undefined, shown.current), [key]),
  };
}
