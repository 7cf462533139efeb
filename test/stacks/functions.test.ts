import { beforeAll, describe, expect, it } from "vitest";
import type { FunctionName } from "../../stacks/routes.ts";
import { NAMES, type StageFunction, stageFunctions } from "./stage-functions.ts";
import type { SynthesisedApp } from "./synthesised-app.ts";
import { synthesisedStage } from "./synthesised-stage.ts";

const SMALL = { health: 256, docs: 256 };

describe.each([
  ["dev", { days: 14, level: "debug", memory: { ...SMALL, tick: 256 } }],
  ["prod", { days: 90, level: "info", memory: { ...SMALL, tick: 512 } }],
])("the functions of %s", (stage, { days, level, memory }) => {
  let app: SynthesisedApp;
  let functions: (name: FunctionName) => StageFunction;

  beforeAll(async () => {
    app = await synthesisedStage(stage, { SEARCH_A_BASE_URL: "https://a.example" });
    functions = stageFunctions(app);
  });

  it.each(NAMES)(
    "%s runs on Node 24, arm64, with the memory of its stage and a log group of its own",
    (name) => {
      const { Properties } = functions(name).resource;
      expect(Properties).toMatchObject({ Runtime: "nodejs24.x", Architectures: ["arm64"] });
      expect(Properties.MemorySize).toBe(new Map(Object.entries(memory)).get(name) ?? 1024);
      const logGroup = Object(Properties?.LoggingConfig).LogGroup.Ref;
      expect(app.resources("AWS::Logs::LogGroup").get(logGroup)?.Properties.RetentionInDays).toBe(days);
      expect(Object(Properties.TracingConfig).Mode).toBe("Active");
    },
  );

  it("gives each function the time that its work takes", () => {
    const timeouts = NAMES.map((name) => [name, functions(name).resource.Properties.Timeout]);
    expect(Object.fromEntries(timeouts)).toEqual({
      ...Object.fromEntries(NAMES.map((name) => [name, 285])),
      health: 10,
      docs: 10,
      research: 60,
      agent: 870,
      poll: 180,
      deliver: 180,
    });
  });

  it.each(NAMES)("%s may run as often at once as its account allows", (name) => {
    expect(functions(name).resource.Properties).not.toHaveProperty("ReservedConcurrentExecutions");
  });

  it.each(NAMES)("%s is given the stage's resources and the settings it uses", (name) => {
    const { Properties } = functions(name).resource;
    const { Variables } = Object(Properties?.Environment);
    expect(Variables).toMatchObject({
      STAGE: stage,
      TABLE_NAME: expect.anything(),
      KEY_TABLE_NAME: expect.anything(),
      TENANT_DATA_KEY_ARN: expect.anything(),
    });
    expect(Variables.LOG_LEVEL).toBe(["tick"].includes(name) ? undefined : level);
    const searches = ["research", "agent", "tools", "mcp"].includes(name);
    expect(Variables.SEARCH_A_BASE_URL).toBe(searches ? "https://a.example" : undefined);
    expect(Variables.STAGE_SECRETS?.split(",").includes("SEARCH_A_API_KEY") ?? false).toBe(searches);
  });
});
