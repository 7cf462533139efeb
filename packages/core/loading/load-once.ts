/**
 * Loads a module at the first call and keeps it for the others. A repeated `import()` is not free: where a
 * loader reads the sources (Node below 22.18), each one asks another thread, 0.2 ms of CPU on either side. A
 * load that fails is tried again at the next call.
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
