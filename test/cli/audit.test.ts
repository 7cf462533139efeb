import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ResearchOutcome, researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { plumbline, type Run } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

const service = startedForFile(startLocalService);
let folder: string;
/** As `plumbline research --json` printed it. */
let saved: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-test-"));
  saved = (await service.run("research", "Who was Ada Lovelace?", "--json")).out;
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function audit(text: string, ...more: string[]): Promise<Run> {
  const file = join(folder, "outcome.json");
  await writeFile(file, text);
  return plumbline(["audit", file, ...more]);
}

function tampered(change: (outcome: ResearchOutcome) => void): string {
  const outcome = researchOutcomeSchema.parse(JSON.parse(saved));
  change(outcome);
  return JSON.stringify(outcome);
}

test("a saved outcome is sound, alone or in the whole answer", async () => {
  const sound = { code: 0, out: expect.stringMatching(/^sound: /), err: "" };
  expect(await audit(saved)).toEqual(sound);
  expect(await audit(JSON.stringify({ requires_grounding: true, outcome: JSON.parse(saved) }))).toEqual(
    sound,
  );
  const asJson = await audit(saved, "--json");
  expect(JSON.parse(asJson.out)).toEqual({ ok: true, problems: [] });
});

test.each<[string, (outcome: ResearchOutcome) => void]>([
  [
    "a rewritten snippet",
    ({ citations }) => {
      if (citations[0]) citations[0].snippet += " She also invented the telephone.";
    },
  ],
  [
    "a claim that is in no source",
    ({ sections }) => {
      const claim = sections[0]?.claims[0];
      if (claim) claim.text = "Ada Lovelace invented the telephone.";
    },
  ],
  [
    "a claim under another source",
    ({ sections }) => {
      const claim = sections[0]?.claims[0];
      if (claim) claim.citation_index = 99;
    },
  ],
])("%s is found", async (_what, change) => {
  const found = await audit(tampered(change));
  expect([found.code, found.err]).toEqual([1, ""]);
  expect(found.out).toMatch(/^wrong: (citations|sections)\[0\]/);
  const asJson = await audit(tampered(change), "--json");
  expect(asJson.code).toBe(1);
  expect(JSON.parse(asJson.out)).toEqual({
    ok: false,
    problems: expect.arrayContaining([expect.any(String)]),
  });
});

test("a file that is no outcome is wrong, one that is no JSON is wrong usage", async () => {
  for (const text of ['{"ok":true}', '{"outcome":null}', '{"outcome":"none","sections":[]}']) {
    expect(await audit(text)).toEqual({
      code: 1,
      out: "wrong: This is not a research outcome as printed by npx --no plumbline research --json.\n",
      err: "",
    });
    expect(JSON.parse((await audit(text, "--json")).out)).toMatchObject({
      ok: false,
      problems: [expect.any(String)],
    });
  }
  expect((await audit('{"citations":[],"sections":[]}')).out).toMatch(/^wrong: ok: .+\n/);
  for (const text of ["", "{", "[]"]) expect((await audit(text)).code).toBe(2);
});
