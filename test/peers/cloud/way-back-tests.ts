import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import type { Credentials } from "./aws-control.ts";
import { REGION } from "./built-stage.ts";
import type { DeployedStage } from "./deployed-stage.ts";
import { runProgram } from "./run-program.ts";
import { connect, makeTenant, sendMessage } from "./stage-callers.ts";
import { RESTORED, type StageStorage } from "./stage-storage.ts";

/** Signed in to the account that moto has by default. */
const PERSON = { AWS_ACCESS_KEY_ID: "person", AWS_SECRET_ACCESS_KEY: "under-test" };
const TABLES = ["--from-table", RESTORED.main, "--from-key-table", RESTORED.keys];
const OTHER_ACCOUNT = "210987654321";

/** Writes a configuration with the profiles of a person who has two accounts. */
async function writeProfiles(profiles: Readonly<Record<string, Credentials>>): Promise<Credentials> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-profiles-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const AWS_CONFIG_FILE = join(folder, "config");
  const lines = Object.entries(profiles).flatMap(([name, credentials]) => [
    `[profile ${name}]`,
    ...Object.entries(credentials).map(([key, value]) => `${key.toLowerCase()} = ${value}`),
  ]);
  await writeFile(AWS_CONFIG_FILE, `${lines.join("\n")}\n`);
  return { AWS_CONFIG_FILE };
}

/** The commands of the runbook, as the person runs them who has deployed the stage. */
export function testWayBack(parts: () => { stage: DeployedStage; storage: StageStorage }): void {
  const plumblineAs = (person: Credentials, ...args: string[]) => {
    const environment = { AWS_REGION: REGION, AWS_ENDPOINT_URL: parts().stage.moto.url, ...person };
    return runProgram(resolve("node_modules/.bin/plumbline"), args, { environment });
  };
  const plumbline = (...args: string[]) => plumblineAs(PERSON, ...args);

  test("a drill restores a stage's tables from AWS's backups, and takes them away again", async () => {
    const { stage, storage } = parts();
    await makeTenant(stage);
    await storage.allowRecovery();
    const run = await plumbline("drill", "--stage", "dev", "--json");
    expect([run.code, run.errors]).toEqual([0, ""]);
    expect(JSON.parse(run.out)).toMatchObject({ problems: [], erased: expect.any(String) });
    expect((await storage.tableNames()).filter((name) => name.endsWith("-drill"))).toEqual([]);
  });

  test("a stage put back to an earlier moment opens again, without the key that was revoked since", async () => {
    const { stage, storage } = parts();
    const [kept, revoked] = [await makeTenant(stage), await makeTenant(stage)];
    await storage.allowRecovery();
    await storage.restoreTables();
    await stage.call("tenants", stage.operatorKey, `DELETE /api/v1/tenants/${revoked.id}`);
    const run = await plumbline(..."restore --from dev --stage dev --no-wait --json".split(" "), ...TABLES);
    expect([run.code, run.errors]).toEqual([0, ""]);
    const report = JSON.parse(run.out);
    expect(report.opened).toEqual(report.closed);
    expect(report.closed.functions).toBeGreaterThan(10);
    expect([report.closed.event_sources, report.closed.rules]).toEqual([3, 3]);
    expect(report.replayed.tenants).toBe(1);
    expect((await stage.control.rules()).map(({ State }) => State)).toEqual([
      "ENABLED",
      "ENABLED",
      "ENABLED",
    ]);
    // Of which moto takes the messages away as soon as they are enabled.
    for (const source of await stage.control.eventSources()) await stage.control.disable(source);
    await stage.restart("credentials");
    const list = (key: string) => stage.call("credentials", key, "GET /api/v1/credentials");
    expect((await list(kept.key)).status).toBe(200);
    expect((await list(revoked.key)).status).toBe(401);
  }, 180_000);

  test("a stage moved into another account works there, but for what had ended, and is left as it was", async () => {
    const { stage, storage } = parts();
    const [kept, erased] = [await makeTenant(stage), await makeTenant(stage)];
    const credential = await connect(stage, kept);
    const keys = `/api/v1/tenants/${kept.id}/keys`;
    const { json } = await stage.call("tenants", stage.operatorKey, `POST ${keys}`, { name: "second" });
    const second = z.object({ key_id: z.string(), api_key: z.string() }).parse(json);
    await storage.allowRecovery();
    await storage.restoreTables();
    await stage.call("tenants", stage.operatorKey, `DELETE ${keys}/${second.key_id}`);
    await stage.call("tenants", stage.operatorKey, `DELETE /api/v1/tenants/${erased.id}`);
    const before = await storage.everything();

    const elsewhere = await stage.deployElsewhere(OTHER_ACCOUNT);
    onTestFinished(() => elsewhere.close());
    const profiles = await writeProfiles({ old: PERSON, new: elsewhere.person });
    const move = "restore --from dev --from-profile old --stage dev --no-wait --json".split(" ");
    for (const more of [TABLES, ["--replace"]]) {
      const run = await plumblineAs({ ...profiles, AWS_PROFILE: "new" }, ...move, ...more);
      expect([run.code, run.errors]).toEqual([0, ""]);
      const report = JSON.parse(run.out);
      expect(report.opened).toMatchObject({ rules: 3 });
      // Other tests disable keys of their own tenants.
      expect(report.unreadable_keys).not.toContain(kept.id);
      for (const source of await elsewhere.control.eventSources()) await elsewhere.control.disable(source);
      await elsewhere.restart("credentials");
      await elsewhere.restart("tools");
      const list = async (key: string) =>
        (await elsewhere.call("credentials", key, "GET /api/v1/credentials")).status;
      expect([await list(kept.key), await list(second.api_key), await list(erased.key)]).toEqual([
        200, 401, 401,
      ]);
      expect((await sendMessage(elsewhere, kept, credential)).json).toMatchObject({ ok: true });
    }
    expect(await storage.everything()).toBe(before);

    // A profile of the account itself, by mistake, would empty the tables before it copies them.
    const mistaken = await plumblineAs({ ...profiles, AWS_PROFILE: "old" }, ...move, "--replace");
    expect([mistaken.code, mistaken.errors]).toEqual([2, expect.stringContaining("--from-profile")]);
    expect(await storage.everything()).toBe(before);
  }, 300_000);
}
