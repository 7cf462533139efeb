import { expect, test } from "vitest";
import { readLines } from "../../packages/cli/command-input.ts";

async function linesOf(...chunks: (string | Uint8Array)[]): Promise<string[]> {
  const encoder = new TextEncoder();
  async function* input() {
    for (const chunk of chunks) yield typeof chunk === "string" ? encoder.encode(chunk) : chunk;
  }
  const lines: string[] = [];
  for await (const line of readLines(input())) lines.push(line);
  return lines;
}

test.each<[what: string, chunks: string[], lines: string[]]>([
  ["nothing", [], [""]],
  ["several in one piece", ["a\nb\n\nc\n"], ["a", "b", "", "c", ""]],
  ["one in several pieces", ["a", "b", "c\nd"], ["abc", "d"]],
  ["a line feed alone in its piece", ["a", "\n", "b"], ["a", "b"]],
])("reads %s", async (_what, chunks, lines) => {
  expect(await linesOf(...chunks)).toEqual(lines);
});

test("ends no line at what JSON may hold", async () => {
  const json = '{"a":1,\r"b":"one\u2028two\u2029three\u0085four"}';
  expect(await linesOf(`${json}\r\n`)).toEqual([`${json}\r`, ""]);
});

test("reads characters that were cut in two", async () => {
  const bytes = new TextEncoder().encode("Grüße 👋\n");
  for (let at = 0; at < bytes.length; at++)
    expect(await linesOf(bytes.subarray(0, at), bytes.subarray(at))).toEqual(["Grüße 👋", ""]);
});
