import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SynthesisedApp, synthesise } from "./synthesised-app.ts";

/** Settings in the deploying environment of every stage here; the machine's own settings are left out. */
const SETTINGS = { ALARM_EMAIL: "on-call@plumbline.example" };

const synthesised = new Map<string, Promise<SynthesisedApp>>();
let last: Promise<unknown> = Promise.resolve();

/**
 * A stage as it would be deployed with these settings in the environment. Made once a process for each stage
 * and settings, one after another.
 */
export function synthesisedStage(
  stage: string,
  settings: Record<string, string> = {},
): Promise<SynthesisedApp> {
  const key = JSON.stringify([stage, settings]);
  const known = synthesised.get(key);
  // One that was made long ago must not stand for the last: two would be made at once, and SST has one app.
  if (known) return known;
  const made = last.then(() => synthesiseIn(settings, stage));
  synthesised.set(key, made);
  last = made.catch(() => undefined);
  return made;
}

async function synthesiseIn(settings: Record<string, string>, stage: string): Promise<SynthesisedApp> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-stage-"));
  const environment = process.env;
  const { PATH, HOME, NODE_ENV, VITEST } = environment;
  // SST's own command silences jsii: its constructs use what CDK deprecates.
  process.env = { PATH, HOME, NODE_ENV, VITEST, JSII_DEPRECATED: "quiet", ...SETTINGS, ...settings };
  try {
    return await synthesise(stage, folder);
  } finally {
    process.env = environment;
    await rm(folder, { recursive: true, force: true });
  }
}
