import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { printedJson } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

const service = startedForFile(startLocalService);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-test-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Writes a policy file and returns its path. */
async function written(text: string): Promise<string> {
  const file = join(folder, "policy.json");
  await writeFile(file, text);
  return file;
}

/** Of a new tenant. */
const DEFAULTS = { unnamed_runs_follow_outside_text: true };

test("a policy of a file is set whole, and shown", async () => {
  const rules = { approval: { "social_post:microblog": "always" }, allowed_destinations: ["#general"] };
  const set = await service.run("policy", "set", await written(JSON.stringify(rules)));
  expect([set.code, printedJson(set), set.err]).toEqual([
    0,
    { ...rules, ...DEFAULTS },
    "The policy, effective from each key's next call:\n",
  ]);
  expect(printedJson(await service.run("policy", "show"))).toEqual({ ...rules, ...DEFAULTS });
  expect(await service.run("policy", "set", await written("{}"))).toMatchObject({ code: 0 });
  expect(printedJson(await service.run("policy", "show"))).toEqual(DEFAULTS);
});

test.each([
  ["{approval: 1}", 2, "policy.json cannot be parsed as JSON: check position 1."],
  ["[]", 2, "policy.json must be a JSON object."],
  ['{"aproval": {}}', 1, "aproval"],
  ['{"approval": {"no_such_tool": "always"}}', 1, "approval"],
])("%s is refused, and the policy stays", async (text, code, said) => {
  const set = await service.run("policy", "set", await written(text));
  expect([set.code, set.err]).toEqual([code, expect.stringContaining(said)]);
  expect(printedJson(await service.run("policy", "show"))).toEqual(DEFAULTS);
});

test("a file that is not there, and nothing on standard input, are told", async () => {
  expect((await service.run("policy", "set", join(folder, "none.json"))).err).toContain(
    "none.json does not exist",
  );
  expect(await service.run("policy", "set", "-")).toMatchObject({
    code: 2,
    err: expect.stringContaining("Give the policy on standard input"),
  });
});
