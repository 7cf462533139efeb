import {
  type Chunk,
  type OutputItem,
  PARAGRAPH,
  type StopReason,
  separateParagraphs,
} from "@plumbline/agent/run/chunk.ts";
import { expect, it } from "vitest";

async function* telling(
  told: readonly OutputItem[],
  onEnd?: () => void,
): AsyncGenerator<OutputItem, StopReason> {
  try {
    yield* told;
    return "end";
  } finally {
    onEnd?.();
  }
}

const text = (words: string): Chunk => ({ type: "text_delta", text: words });
const use: Chunk = { type: "tool_use", tool_use_id: "1", name: "connections_list", arguments: {} };

it.each<[string, OutputItem[], string]>([
  ["none before the first", [PARAGRAPH, text("One.")], "One."],
  ["none within a text", [PARAGRAPH, text("One "), text("two.")], "One two."],
  ["one between two", [text("One."), PARAGRAPH, text("Two.")], "One.\n\nTwo."],
  [
    "one, however often it is asked for",
    [text("One."), PARAGRAPH, PARAGRAPH, use, PARAGRAPH, text("Two.")],
    "One.\n\nTwo.",
  ],
  ["none after a line that ended", [text("One.\n"), PARAGRAPH, text("Two.")], "One.\nTwo."],
  ["none after a tool that no text follows", [text("One."), use, PARAGRAPH], "One."],
])("puts a blank line: %s", async (_what, told, expected) => {
  let said = "";
  for await (const chunk of separateParagraphs(telling(told)))
    if (chunk.type === "text_delta") said += chunk.text;
  expect(said).toBe(expected);
});

it("ends what it reads from when its reader leaves", async () => {
  let ended = false;
  const chunks = separateParagraphs(
    telling([use, use], () => {
      ended = true;
    }),
  );
  await chunks.next();
  await chunks.return("error");
  expect(ended).toBe(true);
});
