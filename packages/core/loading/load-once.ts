/**
 * Loads a module on the first call and caches it. Repeating `import()` is expensive if a loader reads the
 * sources (Node below 22.18): each one asks another thread, at 0.2 ms of CPU time on either side. A failed
 * load is repeated on the next call.
 *
 * @example
 * const gate = loadOnce(() => import("@plumbline/grounding/gate"));
 * const { decideGrounding } = await gate();
 */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | undefined;
  return () => {
    loaded ??= load().catch((error) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
