import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createDialogue } from "../../packages/cli/terminal.ts";

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const UP = "\u001b[A";

/** A dialogue, and what is typed into it and shown by it. */
function start() {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = "";
  output.on("data", (bytes) => {
    shown += String(bytes);
  });
  return {
    dialogue: createDialogue(input, output),
    type: (keys: string) => input.write(keys),
    shown: () => shown,
  };
}

test("asks for a line, and again", async () => {
  const { dialogue, type, shown } = start();
  for (const line of ["Who was Ada Lovelace?", "When was she born?"]) {
    const answer = dialogue.ask("> ");
    type(`${line}\r`);
    expect(await answer).toBe(line);
  }
  expect(shown()).toContain("> ");
});

test("asks for a secret, which is neither shown nor brought back", async () => {
  const { dialogue, type, shown } = start();
  const answer = dialogue.askSecret("key: ");
  type("plk_hidden\r");
  expect(await answer).toBe("plk_hidden");
  const next = dialogue.ask("> ");
  type(`${UP}\r`);
  expect(await next).toBe("");
  const none = dialogue.askSecret("key: ");
  type(CTRL_C);
  expect(await none).toBeUndefined();
  expect(shown()).toContain("key: \n");
  expect(shown()).not.toContain("hidden");
});

test("brings earlier lines back", async () => {
  const { dialogue, type } = start();
  for (const line of ["one", "two"]) {
    const answer = dialogue.ask("> ");
    type(`${line}\r`);
    await answer;
  }
  const again = dialogue.ask("> ");
  type(`${UP}${UP}\r`);
  expect(await again).toBe("one");
});

test.each([
  ["Ctrl-C", CTRL_C],
  ["Ctrl-D", CTRL_D],
])("ends at %s", async (_keys, typed) => {
  const { dialogue, type } = start();
  const answer = dialogue.ask("> ");
  type(typed);
  expect(await answer).toBeUndefined();
});

test("a signal aborts what is interruptible, and nothing after it", async () => {
  const { dialogue } = start();
  const before = process.listenerCount("SIGINT");
  const interrupted = dialogue.runInterruptibly(async (signal) => {
    process.emit("SIGINT");
    return signal.aborted;
  });
  expect(await interrupted).toBe(true);
  expect(await dialogue.runInterruptibly(async (signal) => signal.aborted)).toBe(false);
  await expect(dialogue.runInterruptibly(() => Promise.reject(new Error("failed")))).rejects.toThrow(
    "failed",
  );
  expect(process.listenerCount("SIGINT")).toBe(before);
});
