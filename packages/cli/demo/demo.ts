import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { startLocalServer } from "@plumbline/local";
import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { createApiClient } from "../api-client.ts";
import { EXIT } from "../exit.ts";
import type { Terminal } from "../terminal.ts";
import { adapterScenes } from "./adapter-scenes.ts";
import { deliveries } from "./delivery-scenes.ts";
import { dispatchScenes } from "./dispatch-scenes.ts";
import { modelScenes } from "./model-scenes.ts";
import { researchScenes } from "./research-scenes.ts";
import { DemoClock, Narrator } from "./stage.ts";
import { watchScene } from "./watch-scenes.ts";

const SCENES = [
  ...researchScenes,
  ...dispatchScenes,
  ...adapterScenes,
  ...modelScenes,
  watchScene,
  deliveries,
];

/**
 * Runs the demo of the main features: the real server in a temporary folder, with sandbox providers on
 * loopback. Returns the exit code.
 */
export function runDemo(terminal: Terminal): Promise<number> {
  return withTemporaryFolder("plumbline-demo-", async (dataDir) => {
    const sandbox = await startSandbox();
    try {
      return await playScenes(terminal, sandbox, dataDir);
    } finally {
      await sandbox.close();
    }
  });
}

async function playScenes(terminal: Terminal, sandbox: Sandbox, dataDir: string): Promise<number> {
  const narrator = new Narrator(terminal);
  const startedAt = performance.now();
  narrator.say(
    "Plumbline: the real service on this machine, in front of sandbox providers with a small corpus. No network is used.",
  );
  const clock = new DemoClock();
  const logLines: string[] = [];
  const server = await startLocalServer(
    {
      ...sandbox.settings,
      ...sandbox.modelSettings("truthful"),
      DATA_DIR: dataDir,
      PORT: "0",
      EGRESS_ALLOW: `127.0.0.1:${sandbox.webhook.port},127.0.0.1:${sandbox.feeds.port}`,
    },
    { logSink: (line) => logLines.push(line), clock },
  );
  try {
    const environment = { PLUMBLINE_URL: server.url, DATA_DIR: dataDir };
    const api = createApiClient({ ...terminal, environment }, "dev-api-key");
    const stage = { narrator, sandbox, api, clock };
    for (const scene of SCENES) await scene(stage);
    narrator.scene("One log line per call: who, what, how long; never an argument, never a token");
    const calls = logLines.filter((line) => line.includes('"event":"tool_call"'));
    narrator.show(JSON.parse(calls.at(-1) ?? "{}"));
    narrator.say(
      `\nDone in ${((performance.now() - startedAt) / 1000).toFixed(1)} s. Next: ${PLUMBLINE} dev, and in a second terminal ${PLUMBLINE} help.`,
    );
    return EXIT.ok;
  } finally {
    await server.close();
  }
}

const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Runs a task in a temporary folder and then removes the folder. Also removes it if the process exits early:
 * on Ctrl-C, on SIGTERM, or when standard output is closed. A signal ends the process with 128 plus its
 * number, as in a shell.
 */
async function withTemporaryFolder<Result>(
  prefix: string,
  task: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  // Retries, because the store may be writing into the folder.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const end = (signal: (typeof STOP_SIGNALS)[number]) => process.exit(128 + constants.signals[signal]);
  process.once("exit", remove);
  for (const signal of STOP_SIGNALS) process.once(signal, end);
  try {
    return await task(folder);
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, end);
    process.off("exit", remove);
    remove();
  }
}
