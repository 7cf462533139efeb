import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { describe, expect, test } from "vitest";
import { Spinner } from "../../packages/cli/spinner.ts";
import { startedForFile } from "../support/started.ts";
import { fakeTerminal } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

const ESCAPE = "\u001b";
const COMMAND = ["research", "Who was Ada Lovelace?"];

const service = startedForFile(() => startLocalService({ model: "lying-in-some" }));

describe("a person who watches", () => {
  test("sees colours on the screen and not in what goes elsewhere", async () => {
    const screen = await service.runAt({ watched: { out: true, err: true } }, ...COMMAND);
    expect(screen.out).toContain(`${ESCAPE}[1mSources${ESCAPE}[0m`);
    expect(screen.err).toContain(`${ESCAPE}[2munverified (`);
    const saved = await service.runAt({ watched: { err: true } }, ...COMMAND);
    expect(saved.out).not.toContain(ESCAPE);
    const quiet = await service.runAt({ watched: { out: true } }, ...COMMAND);
    expect(quiet.err).not.toContain(ESCAPE);
  });

  test.each([
    ["has set NO_COLOR", { NO_COLOR: "1" }],
    ["has a terminal without", { TERM: "dumb" }],
  ])("sees none where he %s", async (_why, environment) => {
    const { out, err } = await service.runAt({ watched: { out: true, err: true }, environment }, ...COMMAND);
    expect(out + err).not.toContain(`${ESCAPE}[1m`);
    expect(out + err).not.toContain(`${ESCAPE}[2m`);
  });

  test("sees no colour in JSON", async () => {
    const { out } = await service.runAt({ watched: { out: true, err: true } }, ...COMMAND, "--json");
    expect(out).not.toContain(ESCAPE);
    expect(JSON.parse(out)).toMatchObject({ ok: true });
  });

  test("sees that something goes on, until it is there", async () => {
    const { err } = await service.runAt({ watched: { err: true } }, ...COMMAND);
    expect(err.startsWith(`\r${ESCAPE}[K⠋ searching…`)).toBe(true);
    expect(err).toContain(`searching…\r${ESCAPE}[K`);
  });
});

test("a spinner turns, counts seconds and goes away", () => {
  const shown = { out: "", err: "" };
  const clock = new ManualClock();
  const spinner = new Spinner(fakeTerminal(shown, { clock, watched: { err: true } }));
  const since = () => {
    const now = shown.err;
    shown.err = "";
    return now.replaceAll(`\r${ESCAPE}[K`, "|");
  };
  spinner.spin("searching…");
  clock.advance(80);
  expect(since()).toBe("|⠋ searching…|⠙ searching…");
  clock.advance(2_000);
  expect(since()).toMatch(/\|\S searching… 2 s$/);
  spinner.spin("thinking…");
  expect(since()).toBe("||⠋ thinking…");
  spinner.stop();
  spinner.stop();
  clock.advance(1_000);
  expect(since()).toBe("|");
  expect(shown.out).toBe("");
});

test("a completion stands above the quotes, and what no quote bears out beside it, marked", async () => {
  const { code, out, err } = await service.run(...COMMAND);
  expect(code).toBe(0);
  expect(out).toMatch(/^Ada Lovelace was an English mathematician[^\n]+\n\nQuotes\n {2}“/);
  expect(err).toMatch(/^unverified \((unclear|unsupported)\): .+ — .+$/m);
  expect(err).toMatch(
    /^Written by the model “lying-in-some”; each sentence is supported by these sources:$/m,
  );
  for (const [, sentence = ""] of err.matchAll(/^unverified \(\w+\): (.+?) — /gm))
    expect(out).not.toContain(sentence);
});

test("a reader who has enough ends it in silence", async () => {
  const bin = resolve("packages/cli/bin/plumbline.js");
  const child = spawn(process.execPath, [bin, "--help"], { cwd: tmpdir(), env: {} });
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect([code, said]).toEqual([0, ""]);
});
