import { describe, expect, it } from "vitest";
import { checkStage, stageSettings } from "../../stacks/stage.ts";
import type { SynthesisedApp } from "./synthesised-app.ts";
import { synthesisedStage } from "./synthesised-stage.ts";

/** Names that hold only within something of the stage's own: a role, an API. */
const INNER = ["AWS::IAM::Policy PolicyName", "AWS::ApiGateway::Stage StageName"];
/** AWS's own, which nobody takes. */
const MEASURED = "AWS::CloudWatch::Alarm MetricName";

/**
 * All that an account has one of under a name: stacks, their exports, resources with a name that
 * CloudFormation does not make up, metrics of the firewall, aliases and parameters.
 */
function namesOf(app: SynthesisedApp): string[] {
  const all = [...app.stacks.values()];
  const named = all.flatMap(({ Resources }) =>
    Object.values(Resources).flatMap(({ Type, Properties }) =>
      Object.entries(Properties).flatMap(([property, value]) =>
        /Name$/.test(property) &&
        ![...INNER, MEASURED].includes(`${Type} ${property}`) &&
        typeof value === "string"
          ? [value]
          : [],
      ),
    ),
  );
  const exported = all.flatMap(({ Outputs }) =>
    Object.values(Outputs).flatMap(({ Export }): string[] => Object(Export).Name ?? []),
  );
  const acl = JSON.stringify([...app.resources("AWS::WAFv2::WebACL").values()]);
  const counted = [...acl.matchAll(/"MetricName":"([^"]+)"/g)].map(([, name = ""]) => name);
  const text = JSON.stringify(all.map(({ Resources }) => Resources));
  const paths = [...text.matchAll(/\/(?:sst|plumbline)\/[\w./-]*/g)].map(([path]) => path);
  return [...app.stacks.keys(), ...named, ...exported, ...counted, ...paths];
}

describe("two stages of one account", () => {
  it.each([
    ["prod", "production"],
    ["dev", "prod"],
    ["dev", "dev-2"],
  ])("%s and %s have no name in common", async (one, other) => {
    const [first, second] = await Promise.all([synthesisedStage(one), synthesisedStage(other)]);
    for (const [stage, names] of [
      [one, namesOf(first)],
      [other, namesOf(second)],
    ] as const) {
      for (const name of names) expect(name).toMatch(ofStage(stage));
      expect(names).toEqual(
        expect.arrayContaining([
          `${stage}-plumbline-storage`,
          `${stage}-plumbline-api`,
          `/plumbline/${stage}/SEARCH_A_API_KEY`,
          `/plumbline/${stage}/tenant-data`,
        ]),
      );
    }
    const taken = namesOf(first);
    expect(namesOf(second).filter((name) => taken.includes(name))).toEqual([]);
  });

  it("have names for alarms, topic, dashboard and firewall, too", async () => {
    expect(namesOf(await synthesisedStage("prod"))).toEqual(
      expect.arrayContaining([
        "prod-plumbline-agent-errors",
        "prod-plumbline-alarms",
        "prod-plumbline-warnings",
        "prod-plumbline-customers-refused",
        "prod-plumbline-operations",
        "prod-plumbline-body-too-large",
        "alias/plumbline/prod/alarms",
      ]),
    );
  });

  it("write metrics under a dimension of their own", async () => {
    for (const stage of ["prod", "production"]) {
      const app = await synthesisedStage(stage);
      const alarms = [...app.resources("AWS::CloudWatch::Alarm").values()].map(
        ({ Properties }) => Properties,
      );
      const ours = alarms.filter(({ Namespace }) => Namespace === "Plumbline");
      const measured = ours.filter(({ MetricName }) => String(MetricName).startsWith("plumbline_"));
      const ofLogs = ours.filter((one) => !measured.includes(one)).map(({ MetricName }) => MetricName);
      expect(ofLogs).toEqual([`${stage}-plumbline-api-429`]);
      expect(measured).toHaveLength(5);
      for (const { Dimensions } of measured)
        expect(Dimensions).toContainEqual({ Name: "stage", Value: stage });
      const [dashboard] = app.resources("AWS::CloudWatch::Dashboard").values();
      const shown = JSON.stringify(dashboard?.Properties.DashboardBody);
      const dimensions = [...shown.matchAll(/plumbline_\w+\\",\\"(\w+)\\",\\"([\w-]+)\\"/g)];
      expect(dimensions.map(([, name, value]) => [name, value])).toEqual(Array(6).fill(["stage", stage]));
      const environments = [...app.resources("AWS::Lambda::Function").values()].flatMap(
        ({ Properties }) => Object(Properties.Environment).Variables?.STAGE ?? [],
      );
      expect(new Set(environments)).toEqual(new Set([stage]));
    }
  });
});

/** The stage's name as a word of its own: at the beginning, or between slashes. */
function ofStage(stage: string): RegExp {
  return new RegExp(`^${stage}-plumbline-|/${stage}/`);
}

describe("a stage's settings", () => {
  it("keep data where the stage is one of tenants, and nowhere else", () => {
    for (const stage of ["prod", "production"])
      expect(stageSettings(stage)).toMatchObject({ data: "retain", alarms: true });
    for (const stage of ["dev", "prod-2", "Prod", "toString", "constructor"])
      expect(stageSettings(stage)).toMatchObject({
        data: "destroy",
        alarms: false,
        firewall: undefined,
      });
  });

  it("are made for no name that the functions would refuse", () => {
    expect(() => checkStage("test")).not.toThrow();
    for (const stage of ["Prod", "a_b", "", "x".repeat(33)])
      expect(() => checkStage(stage)).toThrow("must be a short lowercase name");
  });
});
