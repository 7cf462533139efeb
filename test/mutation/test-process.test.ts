import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestProcess } from "./test-process.ts";

/** Stands in for vitest: notes each start, and does what the name of the first file says. */
const PROGRAM = `
import { appendFileSync } from "node:fs";
appendFileSync("starts.txt", process.pid + "\\n");
process.on("message", ({ files }) => {
  if (files[0].endsWith("/dies")) process.exit(1);
  for (const file of files) {
    if (file.endsWith("/hangs")) return;
    process.send({ ended: file });
  }
  process.send({ verdict: files[0].endsWith("/fails") ? "failed" : "passed" });
});
process.on("disconnect", () => process.exit());
process.send({ ready: true });
`;

let folder: string;
let tests: TestProcess;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "test-process-")));
  mkdirSync(join(folder, "test/mutation"), { recursive: true });
  writeFileSync(join(folder, "test/mutation/vitest-program.ts"), PROGRAM);
  symlinkSync(fileURLToPath(new URL("../../node_modules", import.meta.url)), join(folder, "node_modules"));
  tests = new TestProcess(folder);
});

afterEach(() => {
  tests.close();
  rmSync(folder, { recursive: true });
});

const run = (...paths: string[]) =>
  tests.run(
    paths.map((path) => ({ path, limitMs: path === "hangs" ? 1 : 30_000 })),
    [],
  );
const starts = () => readFileSync(join(folder, "starts.txt"), "utf8").trim().split("\n");

test("runs share one process", async () => {
  expect(await run("passes")).toBe("passed");
  expect(await run("fails")).toBe("failed");
  expect(await run("passes")).toBe("passed");
  expect(starts()).toHaveLength(1);
});

test("a run that hangs is ended, and the next has a new process", async () => {
  expect(await run("passes", "hangs")).toBe("timed out");
  const [first] = starts();
  expect(await run("passes")).toBe("passed");
  expect(starts()).toHaveLength(2);
  expect(() => process.kill(Number(first), 0)).toThrow("ESRCH");
});

test("a process that dies is started anew once", async () => {
  expect(await run("dies")).toBe("failed");
  expect(starts()).toHaveLength(2);
  expect(await run("passes")).toBe("passed");
});

test("a program that does not start says why", async () => {
  writeFileSync(join(folder, "test/mutation/vitest-program.ts"), 'throw new Error("Broken.");');
  await expect(run("passes")).rejects.toThrow("Broken.");
});
