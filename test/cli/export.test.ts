import { generateKeyPairSync } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { compactDecrypt } from "jose";
import { beforeAll, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startLocalService } from "./local-service.ts";

const at = (name: string) => join(service.dataDir, name);
const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const service = startedForFile(startLocalService);

beforeAll(async () => {
  await service.runWithInput(sampleBotToken, "credential", "add", "--kind", "chatapp_bot", "--label", "team");
});

test("a tenant's key writes all that is its own, and no token", async () => {
  const run = await service.run("export");
  expect(run.code).toBe(0);
  const types = linesOf(run.out).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(["tenants", "api_keys", "credentials", "audit_entries"]));
  expect(run.out).not.toContain(sampleBotToken);
});

test("beside the running service a tenant's tokens are sealed to its public key, in a file of its own", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  writeFileSync(at("public.pem"), publicKey.export({ type: "spki", format: "pem" }));
  const before = readdirSync(service.dataDir);
  const words = ["export", "--tenant", "local", "--seal-to", at("public.pem"), "--out", at("theirs.jsonl")];
  const run = await service.run(...words);
  expect([run.code, run.out]).toEqual([0, expect.stringMatching(/theirs\.jsonl has \d+ records\./)]);
  expect(statSync(at("theirs.jsonl")).mode & 0o777).toBe(0o600);
  const text = readFileSync(at("theirs.jsonl"), "utf8");
  expect(text).not.toContain(sampleBotToken);
  const { record } = linesOf(text).find(({ type }) => type === "credentials");
  const opened = await compactDecrypt(record.sealed_token, privateKey);
  expect(Buffer.from(opened.plaintext).toString()).toBe(sampleBotToken);
  // Nothing is left of the copy that was read.
  expect(readdirSync(service.dataDir).filter((name) => !before.includes(name))).toEqual(["theirs.jsonl"]);
  expect(await service.run(...words)).toMatchObject({
    code: 1,
    err: expect.stringContaining("choose a new file"),
  });
});

test("a drill on a copy exports, erases a tenant there, and leaves the original as it was", async () => {
  const run = await service.run("drill", "--json");
  const report = JSON.parse(run.out);
  expect([run.code, report.problems, report.exported.tenants]).toEqual([0, [], 1]);
  expect(report.erased).toEqual(expect.any(String));
  const told = await service.run("drill");
  expect([told.code, told.out]).toEqual([0, expect.stringContaining("sound")]);
  expect((await service.run("credential", "list")).out).toContain("team");
});

test("a tenant that does not exist is refused, and so are tokens over the API", async () => {
  const none = await service.run("export", "--tenant", "nobody", "--out", at("none.jsonl"));
  expect([none.code, none.err]).toEqual([1, expect.stringContaining("There is no such tenant")]);
  expect(existsSync(at("none.jsonl"))).toBe(false);
  const sealed = await service.run("export", "--seal-to", at("public.pem"));
  expect([sealed.code, sealed.err]).toEqual([2, expect.stringContaining("never returns tokens")]);
});
