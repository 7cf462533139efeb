import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it, test } from "vitest";
import { createTableInput } from "../support/dynalite/create-table-input.ts";
import type { SynthesisedApp } from "./synthesised-app.ts";
import { synthesisedStage } from "./synthesised-stage.ts";

describe.each([
  ["dev", { kept: false }],
  ["prod", { kept: true }],
  ["production", { kept: true }],
])("storage of %s", (stage, { kept }) => {
  let app: SynthesisedApp;
  const tenantDataKeys = () =>
    [...app.resources("AWS::KMS::Key").values()].filter(({ Properties: { Description } }) =>
      String(Description).startsWith("Wraps the data keys"),
    );

  beforeAll(async () => {
    app = await synthesisedStage(stage);
  });

  const { TableName: _name, ...schema } = createTableInput("plumbline");
  const tables = () =>
    [...app.resources("AWS::DynamoDB::Table").values()].map(({ Properties }) => Properties);

  it("is a table of keys that can be recovered, and from which nothing erased comes back after a week", () => {
    const [, keys, ...more] = tables();
    expect(more).toEqual([]);
    expect(keys).toMatchObject({
      TableName: `${stage}-plumbline-KeyTable`,
      KeySchema: schema.KeySchema,
      BillingMode: schema.BillingMode,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 7 },
      DeletionProtectionEnabled: kept,
    });
    expect(keys).not.toHaveProperty("GlobalSecondaryIndexes");
  });

  it("is a main table, keyed as the stores expect, recoverable to a point in time, rid of what has expired", () => {
    expect(tables()[0]).toMatchObject({
      ...schema,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true },
      DeletionProtectionEnabled: kept,
    });
  });

  it("has the logical ids under which the runbook imports it", () => {
    const file = readFileSync("docs/operations.md", "utf8");
    const kept = ["AWS::DynamoDB::Table", "AWS::KMS::Key"].flatMap((type) => [...app.resources(type)]);
    const ids = kept
      .filter(([, { Properties }]) => !/alarms/.test(String(Properties.Description)))
      .map(([id]) => id);
    expect(ids).toHaveLength(3);
    for (const id of ids) expect(file).toContain(`"LogicalResourceId":"${id}"`);
  });

  it("is one key, rotated, with the longest wait before it is gone", () => {
    expect(tenantDataKeys()).toHaveLength(1);
    expect(tenantDataKeys()[0]?.Properties).toMatchObject({
      EnableKeyRotation: true,
      MultiRegion: true,
      PendingWindowInDays: 30,
    });
    const aliases = [...app.resources("AWS::KMS::Alias").values()].map(
      ({ Properties }) => Properties.AliasName,
    );
    expect(aliases).toContain(`alias/plumbline/${stage}/tenant-data`);
  });

  it(
    kept ? "outlives the stack, and logs do, and nothing else does" : "goes with the stack, as all does",
    () => {
      const all = [...app.stacks.values()].flatMap(({ Resources }) => Object.values(Resources));
      const retained = all.filter(({ DeletionPolicy }) => DeletionPolicy?.startsWith("Retain"));
      const types = [...new Set(retained.map(({ Type }) => Type))].sort();
      expect(types).toEqual(kept ? ["AWS::DynamoDB::Table", "AWS::KMS::Key", "AWS::Logs::LogGroup"] : []);
      expect(retained.filter(({ Type }) => Type === "AWS::KMS::Key")).toEqual(kept ? tenantDataKeys() : []);
      // Not what a first creation left that was rolled back: its names would be taken.
      const expected = kept ? ["RetainExceptOnCreate", "Retain"] : ["Delete", "Delete"];
      const keepable = ["AWS::DynamoDB::Table", "AWS::Logs::LogGroup"].flatMap((type) => [
        ...app.resources(type).values(),
      ]);
      for (const { DeletionPolicy, UpdateReplacePolicy } of [...keepable, ...tenantDataKeys()])
        expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(expected);
    },
  );
});

/** Data, its key, and the address that clients call cannot be made again. */
test("what must outlive a change of tools has the logical ids that the page about it lists", async () => {
  const app = await synthesisedStage("prod");
  const page = readFileSync("docs/decisions/leaving-sst.md", "utf8");
  const listed = [...page.matchAll(/^\| `(\w+)` \| `(AWS::[\w:]+)` \|/gm)].map(
    ([, id, type]) => `${type} ${id}`,
  );
  const lasting = ["AWS::DynamoDB::Table", "AWS::KMS::Key", "AWS::ApiGateway::RestApi"]
    .flatMap((type) => [...app.resources(type).keys()].map((id) => `${type} ${id}`))
    .filter((one) => !one.includes(" AlarmKey"));
  expect(listed.sort()).toEqual(lasting.sort());
});

test("the key of a stage that was made before keys had several regions stays as it is", async () => {
  const app = await synthesisedStage("dev", { KEY_REGIONS: "one" });
  for (const { Properties } of app.resources("AWS::KMS::Key").values())
    expect(Properties).not.toHaveProperty("MultiRegion");
  await expect(synthesisedStage("dev", { KEY_REGIONS: "two" })).rejects.toThrow(/KEY_REGIONS/);
});
