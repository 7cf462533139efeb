import { createRequire } from "node:module";
import { join } from "node:path";
import type { StreamingHandler } from "@plumbline/functions/lambda-runtime.ts";
import { App, Function as LambdaFunction } from "sst/constructs";
import { setProject } from "sst/project.js";
import * as z from "zod";
import config from "../../sst.config.ts";
import type { FunctionName } from "../../stacks/routes.ts";

const resourceSchema = z.looseObject({
  Type: z.string(),
  Properties: z.record(z.string(), z.json()).default({}),
  DeletionPolicy: z.string().optional(),
});
const templateSchema = z.looseObject({ Resources: z.record(z.string(), resourceSchema) });

export type Resource = z.infer<typeof resourceSchema>;

export interface SynthesisedApp {
  /** Resources of one type in all stacks, by logical id. */
  resources(type: string): ReadonlyMap<string, Resource>;
  /** The folder of a function's bundle, where its handler is. */
  bundleOf(name: FunctionName): string;
  /** Loads a function's bundle as Node would, past vitest's own loader. Needs a global `awslambda`. */
  loadHandler<Handler = StreamingHandler>(name: FunctionName): Handler;
}

/**
 * Synthesises the app of `sst.config.ts` for one stage into `folder`, without AWS: under vitest NODE_ENV is
 * `test`, which spares SST's look-up of its bootstrap stack. `finish` bundles the handlers, outside the
 * checkout, so that a bundle finds nothing it does not hold. Once a process: SST's check of construct ids
 * keeps state.
 */
export async function synthesise(stage: string, folder: string): Promise<SynthesisedApp> {
  const artifacts = join(folder, "artifacts");
  const settings = config.config();
  setProject({
    config: { ...settings, stage, ssmPrefix: `/sst/${settings.name}/${stage}/` },
    version: "test",
    cdkVersion: "test",
    constructsVersion: "test",
    paths: { root: process.cwd(), config: "sst.config.ts", out: folder, artifacts },
    metafile: { inputs: {}, outputs: {} },
    stacks: config.stacks,
  });
  const app = new App({ mode: "deploy", stage, name: settings.name }, { outdir: join(folder, "assembly") });
  await config.stacks(app);
  await app.finish();
  const templates = app.synth().stacks.map((stack) => templateSchema.parse(stack.template));
  const all = templates.flatMap(({ Resources }) => Object.entries(Resources));
  const functions = app.node.findAll().filter((construct) => construct instanceof LambdaFunction);
  const bundleOf = (name: FunctionName) => {
    const found = functions.find(({ id }) => id.toLowerCase() === name);
    return join(artifacts, found?.node.addr ?? "", "packages", "functions");
  };
  return {
    bundleOf,
    resources: (type) => new Map(all.filter(([, resource]) => resource.Type === type)),
    loadHandler<Handler>(name: FunctionName) {
      const bundle = join(bundleOf(name), `${name}.mjs`);
      const { handler } = createRequire(bundle)(bundle) as { handler: Handler };
      return handler;
    },
  };
}
