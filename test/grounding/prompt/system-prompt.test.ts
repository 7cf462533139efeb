import { expect, it } from "vitest";
import {
  GROUNDED_RULES,
  PREAMBLE,
  writeSystemPrompt,
} from "../../../packages/grounding/prompt/system-prompt.ts";

const workspaceContext = "  The reactor is written in Go.\n";

it("is the preamble, whatever else", () => {
  expect(writeSystemPrompt({ grounded: false })).toBe(PREAMBLE);
});

it("tells the workspace where the answer is not to come from research", () => {
  expect(writeSystemPrompt({ grounded: false, workspaceContext, more: ["You have no tools."] })).toBe(
    `${PREAMBLE}\n\nYou have no tools.\n\n<workspace_context>\nThe reactor is written in Go.\n</workspace_context>`,
  );
});

it("tells the rules in its place where it is", () => {
  expect(writeSystemPrompt({ grounded: true, workspaceContext })).toBe(`${PREAMBLE}\n\n${GROUNDED_RULES}`);
});

it("has no empty workspace", () => {
  expect(writeSystemPrompt({ grounded: false, workspaceContext: " \n" })).toBe(PREAMBLE);
});
