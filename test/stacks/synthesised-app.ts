import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Aspects } from "aws-cdk-lib";
import { App } from "sst/constructs";
import { useFunctions } from "sst/constructs/Function.js";
import { setProject } from "sst/project.js";
import { useRuntimeHandlers } from "sst/runtime/handlers.js";
import * as z from "zod";
import config from "../../sst.config.ts";
import { type Finding, nagChecks } from "./nag-findings.ts";

const resourceSchema = z.looseObject({
  Type: z.string(),
  Properties: z.record(z.string(), z.json()).default({}),
  DeletionPolicy: z.string().optional(),
});
const templateSchema = z.looseObject({
  Resources: z.record(z.string(), resourceSchema),
  Outputs: z.record(z.string(), z.looseObject({ Value: z.json() })).default({}),
});

export type Resource = z.infer<typeof resourceSchema>;

export interface SynthesisedApp {
  /** Each stack's template, by the stack's name. */
  stacks: ReadonlyMap<string, z.infer<typeof templateSchema>>;
  /** Resources of one type in all stacks, by logical id. */
  resources(type: string): ReadonlyMap<string, Resource>;
  /** Findings of cdk-nag's AwsSolutions, explained or not. */
  findings: readonly Finding[];
}

/**
 * Synthesises the app of `sst.config.ts` for one stage into `folder`, without AWS: under vitest NODE_ENV is
 * `test`, which spares SST's look-up of its bootstrap stack. The functions hold a stand-in: their bundles are
 * the same for every stage, take most of the time, and have tests of their own. One at a time, as SST has one
 * app.
 */
export async function synthesise(stage: string, folder: string): Promise<SynthesisedApp> {
  const settings = config.config();
  setProject({
    config: { ...settings, stage, ssmPrefix: `/sst/${settings.name}/${stage}/` },
    version: "test",
    cdkVersion: "test",
    constructsVersion: "test",
    paths: {
      root: process.cwd(),
      config: "sst.config.ts",
      out: folder,
      artifacts: join(folder, "artifacts"),
    },
    metafile: { inputs: {}, outputs: {} },
    stacks: config.stacks,
  });
  const app = new App({ mode: "deploy", stage, name: settings.name }, { outdir: join(folder, "assembly") });
  await config.stacks(app);
  const { checks, findings } = nagChecks();
  Aspects.of(app).add(checks);
  await withoutBundling(folder, () => app.finish());
  const stacks = new Map(
    app.synth().stacks.map(({ stackName, template }) => [stackName, templateSchema.parse(template)]),
  );
  const all = [...stacks.values()].flatMap(({ Resources }) => Object.entries(Resources));
  return {
    stacks,
    findings,
    resources: (type) => new Map(all.filter(([, resource]) => resource.Type === type)),
  };
}

/** With a builder in SST's place that gives every function the same empty file. */
async function withoutBundling(folder: string, run: () => Promise<unknown>): Promise<void> {
  const out = join(folder, "stand-in");
  await mkdir(out);
  await writeFile(join(out, "stand-in.mjs"), "");
  const builder = useRuntimeHandlers();
  const { build } = builder;
  builder.build = async (id) => ({
    type: "success",
    handler: useFunctions().fromID(id)?.handler ?? "",
    out,
    sourcemap: undefined,
  });
  try {
    await run();
  } finally {
    builder.build = build;
  }
}
