/**
 * The results of tasks in the order in which they end, at most `bound` of them under way at once. When a task throws, no other is begun,
 * those under way are waited for, and then its error is thrown: what was done is told.
 */
export async function* asCompleted<Result>(
  tasks: readonly (() => Promise<Result>)[],
  bound: number,
): AsyncGenerator<Result, void> {
  const waiting = tasks.entries();
  const underWay = new Map<number, Promise<Ended<Result>>>();
  let failure: { error: unknown } | undefined;
  const begin = () => {
    while (!failure && underWay.size < bound) {
      const { value } = waiting.next();
      if (!value) return;
      underWay.set(value[0], ended(...value));
    }
  };
  for (begin(); underWay.size > 0; begin()) {
    const one = await Promise.race(underWay.values());
    underWay.delete(one.index);
    if ("error" in one) failure ??= one;
    else yield one.result;
  }
  if (failure) throw failure.error;
}

type Ended<Result> = { index: number } & ({ result: Result } | { error: unknown });

/** Never rejects: where the reader has left, nobody is there to hear of it. */
async function ended<Result>(index: number, task: () => Promise<Result>): Promise<Ended<Result>> {
  try {
    return { index, result: await task() };
  } catch (error) {
    return { index, error };
  }
}
