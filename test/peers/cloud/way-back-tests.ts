import { resolve } from "node:path";
import { expect, test } from "vitest";
import { REGION } from "./built-stage.ts";
import type { DeployedStage } from "./deployed-stage.ts";
import { runProgram } from "./run-program.ts";
import { makeTenant } from "./stage-callers.ts";
import { RESTORED, type StageStorage } from "./stage-storage.ts";

/** The commands of the runbook, as the person runs them who has deployed the stage. */
export function testWayBack(parts: () => { stage: DeployedStage; storage: StageStorage }): void {
  const plumbline = (...args: string[]) => {
    const { moto } = parts().stage;
    const environment = {
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: "person",
      AWS_SECRET_ACCESS_KEY: "under-test",
      AWS_ENDPOINT_URL: moto.url,
    };
    return runProgram(resolve("node_modules/.bin/plumbline"), args, { environment });
  };

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
    const tables = ["--from-table", RESTORED.main, "--from-key-table", RESTORED.keys];
    const run = await plumbline(
      "restore",
      "--from",
      "dev",
      ...tables,
      "--stage",
      "dev",
      "--no-wait",
      "--json",
    );
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
}
