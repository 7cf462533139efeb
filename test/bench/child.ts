import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Starts a script of this folder in a process of its own and waits for its first message. */
export async function startChild(
  script: string,
  ...args: string[]
): Promise<{ child: ChildProcess; first: unknown }> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, args, { execArgv: ["--expose-gc", "--import", "tsx"] });
  return { child, first: await answerOf(child) };
}

/** Sends a message and waits for the answer. */
export async function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  child.send(message);
  return (await answerOf(child)) as Answer;
}

/** Waits for the next message. Throws if the process ends first, so that no bench waits for it forever. */
async function answerOf(child: ChildProcess): Promise<unknown> {
  const waiting = new AbortController();
  const ended = once(child, "exit", waiting).then(([code]) => {
    throw new Error(`A candidate ended with ${code}. Its output is above.`);
  });
  try {
    const [answer] = await Promise.race([once(child, "message", waiting), ended]);
    return answer;
  } finally {
    ended.catch(() => undefined);
    waiting.abort();
  }
}
