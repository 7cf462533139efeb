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
  const [first] = await once(child, "message");
  return { child, first };
}

/** Sends a message and waits for the answer. */
export async function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  const answered = once(child, "message");
  child.send(message);
  const [answer] = await answered;
  return answer as Answer;
}
