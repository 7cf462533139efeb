import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";

const RUNNER = fileURLToPath(new URL("./run-handler.js", import.meta.url));

/** One sandbox of a function: its bundle, loaded in a Node process of its own. */
export interface FunctionProcess {
  /** Invokes it. Rejects with what the handler threw, or with all it printed when it ended. */
  invoke(event: unknown): Promise<unknown>;
  /** Puts its clock so many milliseconds ahead of the machine's. */
  setAhead(ms: number): void;
  /** Returns its log so far. */
  printed(): string;
  stop(): Promise<void>;
}

const said = z.object({
  id: z.int().optional(),
  answer: z.unknown().optional(),
  failure: z.string().optional(),
});

export interface FunctionProcessOptions {
  /** Of the code, `LAMBDA_TASK_ROOT`. */
  folder: string;
  /** `packages/functions/handlers/tools.handler`. */
  handler: string;
  environment: Readonly<Record<string, string>>;
}

export async function startFunction(options: FunctionProcessOptions): Promise<FunctionProcess> {
  const { folder, handler, environment } = options;
  const child = fork(RUNNER, [join(folder, handler.replace(/\.handler$/, ".mjs"))], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", LAMBDA_TASK_ROOT: folder, ...environment },
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "exit");
  const early = ended.then(() => Promise.reject(new Error(`${handler} ended. It printed:\n${output}`)));
  early.catch(() => undefined);
  const waiting = new Map<number, (message: z.infer<typeof said>) => void>();
  child.on("message", (message) => {
    const heard = said.parse(message);
    if (heard.id !== undefined) waiting.get(heard.id)?.(heard);
  });
  await Promise.race([once(child, "message"), early]);
  let count = 0;
  return {
    async invoke(event) {
      count += 1;
      const id = count;
      const answered = new Promise<z.infer<typeof said>>((resolve) => waiting.set(id, resolve));
      child.send({ id, event, remainingMs: 60_000 });
      const { answer, failure } = await Promise.race([answered, early]);
      if (failure !== undefined) throw new Error(`${handler} failed: ${failure}\n${output}`);
      return answer;
    },
    setAhead: (aheadMs) => void child.send({ aheadMs }),
    printed: () => output,
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
