import { expect, it } from "vitest";
import { seededRandom } from "../../support/seeded-random.ts";
import { startedForFile } from "../../support/started.ts";
import { findLosses, openCrashStage } from "./crash-stage.ts";

/** `CRASHES=500 npm run test:endurance -- test/local/store/crash` for more. */
const CRASHES = Number(process.env.CRASHES ?? 50);

const stage = startedForFile(openCrashStage);

it(`loses and doubles nothing that was acknowledged, over ${CRASHES} kills at any moment`, async () => {
  const folder = stage.folder("data");
  const random = seededRandom("crashes");
  const acknowledged: string[] = [];
  for (let round = 0; round < CRASHES; round++) {
    // From "before it is ready" to some hundred writes.
    const lines = Math.floor(random.fraction() ** 3 * 200);
    const { signal, said } = await stage.write([folder, String(round)], {
      watch: (before, child) => void (before.length === lines && child.kill("SIGKILL")),
    });
    expect(signal).toBe("SIGKILL");
    acknowledged.push(...said.slice(1).map((line) => `${round} ${line}`));
  }
  expect(acknowledged.length).toBeGreaterThan(CRASHES * 10);
  expect(await findLosses(folder, acknowledged)).toEqual([]);
}, 1_800_000);
