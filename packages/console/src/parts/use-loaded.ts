import { useCallback, useEffect, useState } from "preact/hooks";

/** A value loaded when its component is shown. */
export interface Loaded<Value> {
  value: Value | undefined;
  /** Error thrown while loading. */
  problem: unknown;
  isLoading: boolean;
  reload: () => void;
}

/**
 * Loads a value when the component is shown, and again when `key` changes. Ignores a response for an outdated
 * key.
 */
export function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>, key = ""): Loaded<Value> {
  const [state, setState] = useState<Omit<Loaded<Value>, "reload">>({
    value: undefined,
    problem: undefined,
    isLoading: true,
  });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    setState((last) => ({ ...last, problem: undefined, isLoading: true }));
    load(leaving.signal).then(
      (value) => {
        if (!leaving.signal.aborted) setState({ value, problem: undefined, isLoading: false });
      },
      (problem: unknown) => {
        if (!leaving.signal.aborted) setState((last) => ({ ...last, problem, isLoading: false }));
      },
    );
    return () => leaving.abort();
  }, [key, turn]);
  const reload = useCallback(() => setTurn((last) => last + 1), []);
  return { ...state, reload };
}
