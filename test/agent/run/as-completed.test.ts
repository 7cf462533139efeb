import { expect, it } from "vitest";
import { runConcurrently } from "../../../packages/agent/run/tool-calls.ts";

/** Makes tasks that end when the test ends them; `begun` lists those that have begun, in order. */
function heldTasks(count: number) {
  const begun: number[] = [];
  const held = new Map<number, { resolve(result: string): void; reject(error: Error): void }>();
  const tasks = Array.from({ length: count }, (_, index) => () => {
    begun.push(index);
    return new Promise<string>((resolve, reject) => held.set(index, { resolve, reject }));
  });
  return {
    tasks,
    begun,
    end: (index: number) => held.get(index)?.resolve(`task ${index}`),
    fail: (index: number, message: string) => held.get(index)?.reject(new Error(message)),
  };
}

const settled = () => new Promise(setImmediate);

it("gives the results as they come, with no more tasks under way than the bound", async () => {
  const { tasks, begun, end } = heldTasks(5);
  const results = runConcurrently(tasks, 2);
  const first = results.next();
  await settled();
  expect(begun).toEqual([0, 1]);
  end(1);
  expect((await first).value).toBe("task 1");
  const second = results.next();
  await settled();
  expect(begun).toEqual([0, 1, 2]);
  end(2);
  expect((await second).value).toBe("task 2");
  const third = results.next();
  await settled();
  end(3);
  expect((await third).value).toBe("task 3");
  const fourth = results.next();
  await settled();
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  end(0);
  expect((await fourth).value).toBe("task 0");
  end(4);
  expect((await results.next()).value).toBe("task 4");
  expect((await results.next()).done).toBe(true);
});

it("begins nothing after a task that threw, tells the others' results, and then throws", async () => {
  const { tasks, begun, end, fail } = heldTasks(4);
  const results = runConcurrently(tasks, 2);
  const first = results.next();
  fail(0, "broken");
  await settled();
  end(1);
  expect((await first).value).toBe("task 1");
  await expect(results.next()).rejects.toThrow("broken");
  expect(begun).toEqual([0, 1]);
});

it("leaves no rejection behind when nobody waits any more", async () => {
  const { tasks, fail, end } = heldTasks(2);
  const results = runConcurrently(tasks, 2);
  const first = results.next();
  end(0);
  await first;
  await results.return();
  // Nobody hears of it: an unhandled rejection would fail the test run.
  fail(1, "late");
  await settled();
});

it("of no tasks is nothing", async () => {
  expect((await runConcurrently([], 4).next()).done).toBe(true);
});
