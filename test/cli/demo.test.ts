import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { plumbline } from "./fake-terminal.ts";
import { plumblineProcess } from "./plumbline-process.ts";

/** The only place the demo may write to. */
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-test-"));
  vi.stubEnv("TMPDIR", folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test("the demo walks the main job aloud and leaves nothing behind", { timeout: 60_000 }, async () => {
  const { code, out, err } = await plumbline(["demo"]);
  expect([code, err]).toEqual([0, ""]);
  const scenes = [...out.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
  expect(scenes.length).toBeGreaterThan(5);
  expect(scenes).toEqual(scenes.map((_, index) => index + 1));
  for (const shown of [
    "Audited: every claim is verbatim",
    "research_insufficient_evidence",
    "research_ambiguous_name",
    '"provider_used":"search_b"',
    '"type":"tool_use"',
    '"tool":"chatapp_dm"',
    '"outcome_unknown":true',
    '"event":"tool_call"',
    "Z  The night watch begins  https://observatory.example/notices/night-watch",
    "Z  Who keeps watch on Monday?  ada@example.com",
    "needs_reconnect",
    " responded with 500.\nA minute later it is up again and gets the same event with the same ID:",
    '{"queued":1,"next_cursor":null}',
  ]) {
    expect(out).toContain(shown);
  }
  expect(out).not.toContain("I was given nothing");
  expect(out).not.toMatch(/xox[bp]-|plk_|plo_|whsec_\w/);
  expect(readdirSync(folder)).toEqual([]);
});

/** Returns the files that the demo left behind, without the cache of tsx beside them. */
const left = () => readdirSync(folder).filter((name) => name.startsWith("plumbline-"));

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("a demo that %s ends leaves nothing behind", { timeout: 30_000 }, async (signal, exitCode) => {
  const demo = plumblineProcess(["demo"], { environment: { TMPDIR: folder } });
  await demo.said("\n2. ");
  expect(left()).toEqual([expect.stringMatching(/^plumbline-demo-/)]);
  demo.child.kill(signal);
  expect(await demo.ended).toMatchObject({ code: exitCode, err: "" });
  expect(left()).toEqual([]);
});

test("a demo whose reader has enough leaves nothing behind", { timeout: 30_000 }, async () => {
  const environment = { TMPDIR: folder };
  const demo = plumblineProcess(["demo"], { environment, shell: '"$@" | head -n 1' });
  expect(await demo.ended).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/^Plumbline: /) });
  expect(left()).toEqual([]);
});
