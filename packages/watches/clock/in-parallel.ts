/**
 * Processes items with limited concurrency. Errors do not stop the others; the first is thrown at the end.
 */
export async function runInParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  const left = items.values();
  const runLane = async () => {
    for (const item of left) {
      try {
        await run(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, runLane));
  if (errors.length > 0) throw errors[0];
}
