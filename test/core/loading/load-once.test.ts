import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { expect, test } from "vitest";

test("loads at the first call, once for all that ask at the same time", async () => {
  let loads = 0;
  const load = loadOnce(async () => ({ number: ++loads }));
  expect(loads).toBe(0);
  const [first, second] = await Promise.all([load(), load()]);
  expect([first, second, await load()]).toEqual([{ number: 1 }, { number: 1 }, { number: 1 }]);
});

test("tries a load that failed again", async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error("no such file");
    return "loaded";
  });
  await expect(load()).rejects.toThrow("no such file");
  expect(await load()).toBe("loaded");
});
