import { mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as z from "zod";
import { startAwsStub } from "./aws-stub.ts";
import { runProgram } from "./run-program.ts";

/** Where the stages are built for. */
export const REGION = "eu-central-1";

const resource = z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.json()).default({}) });
const template = z.looseObject({
  Resources: z.record(z.string(), resource),
  Outputs: z.record(z.string(), z.json()).default({}),
});

export type Template = z.infer<typeof template>;

/** A stage built by `sst build`: the cloud assembly that a deployment would upload. */
export interface BuiltStage {
  /** By the name of the stack, those that others import from first. */
  templates: ReadonlyMap<string, Template>;
  /** The templates' files, in the same order. */
  files: readonly string[];
  /** The folder of a function's code, by what the template says of it: `{S3Key: "….zip"}`. */
  codeOf(code: unknown): string;
  /** Requests to AWS that were refused. */
  refused: readonly string[];
  remove(): Promise<void>;
}

/** All that a build needs of the checkout; SST writes into the folder where it finds them. */
const NEEDED = ["node_modules", "packages", "stacks", "package.json", "tsconfig.json", "sst.config.ts"];

/** The stacks in the order in which they may be created. */
const STACKS = ["storage", "watches", "api", "operations"];

/** A build takes 15 s on a quiet machine, and took more than two minutes on one that others used too. */
const BUILD_LIMIT_MS = 600_000;

const code = z.looseObject({ S3Key: z.string().regex(/^[0-9a-f]{64}\.zip$/) });

/**
 * Runs `sst build --stage STAGE`, with `settings` as the deploying environment and AWS answered by a stub. It
 * runs in a folder of links to the checkout, into which SST writes nothing that way. Rejects with what it
 * printed when it fails.
 */
export async function buildStage(
  stage: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<BuiltStage> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-build-"));
  const aws = await startAwsStub();
  const environment = {
    HOME: folder,
    CI: "1",
    NO_COLOR: "1",
    SST_TELEMETRY_DISABLED: "1",
    // SST lets npm install what a bundle leaves out, for each function; that is nothing, and nobody need be
    // asked about it.
    npm_config_offline: "true",
    npm_config_audit: "false",
    npm_config_update_notifier: "false",
    AWS_REGION: REGION,
    AWS_ENDPOINT_URL: aws.url,
    AWS_ACCESS_KEY_ID: "builder",
    AWS_SECRET_ACCESS_KEY: "builder",
    ...settings,
  };
  try {
    for (const name of NEEDED) await symlink(resolve(name), join(folder, name));
    const sst = join(folder, "node_modules/.bin/sst");
    const args = ["build", "--stage", stage];
    const options = { cwd: folder, environment, limitMs: BUILD_LIMIT_MS };
    const { code: exit, out, errors } = await runProgram(sst, args, options);
    if (exit !== 0) throw new Error(`sst build ended with ${exit}. It printed:\n${out}${errors}`);
    return await readAssembly(stage, folder, aws.refused);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await aws.close();
  }
}

async function readAssembly(stage: string, folder: string, refused: readonly string[]): Promise<BuiltStage> {
  const assembly = join(folder, ".sst/dist");
  const found = (await readdir(assembly)).filter((file) => file.endsWith(".template.json"));
  const stacks = STACKS.map((name) => `${stage}-plumbline-${name}`).filter((name) =>
    found.includes(`${name}.template.json`),
  );
  if (stacks.length !== found.length)
    throw new Error(`There are other stacks than known: ${found.join(", ")}`);
  const files = stacks.map((name) => join(assembly, `${name}.template.json`));
  const templates = new Map<string, Template>();
  for (const [index, name] of stacks.entries()) {
    templates.set(name, template.parse(JSON.parse(await readFile(files[index]!, "utf8"))));
  }
  return {
    templates,
    files,
    refused,
    codeOf: (of) => join(assembly, `asset.${code.parse(of).S3Key.replace(".zip", "")}`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
