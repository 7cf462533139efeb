import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildMessages } from "../../../packages/agent/model/conversation.ts";

const user = (content: string) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });
const says = (role: string, text: string) => ({ role, text });

describe("a conversation as a model receives it", () => {
  it.each([
    [
      "as it is",
      [user("a"), assistant("b"), user("c")],
      [says("user", "a"), says("assistant", "b"), says("user", "c")],
    ],
    ["neighbours joined", [user("a"), user("b")], [says("user", "a\n\nb")]],
    [
      "opened",
      [assistant("a"), user("b")],
      [says("user", "(The conversation begins.)"), says("assistant", "a"), says("user", "b")],
    ],
    ["without blank messages", [user("a"), assistant(" \n"), user("b")], [says("user", "a\n\nb")]],
  ])("is sent %s", (_how, turns, told) => {
    expect(buildMessages(turns)).toEqual(told);
  });

  it("has its material right before the last question", () => {
    expect(buildMessages([user("a"), assistant("b"), user("c")], "facts")).toEqual([
      says("user", "a"),
      says("assistant", "b"),
      says("user", "facts\n\nc"),
    ]);
  });

  it("begins and ends with the user, takes turns, and is never blank, whatever came", () => {
    const turn = fc.record({ role: fc.constantFrom("user", "assistant"), content: fc.string() });
    const question = fc.string().filter((text) => text.trim() !== "");
    fc.assert(
      fc.property(fc.array(turn), question, fc.option(question), (before, asked, material) => {
        const told = buildMessages([...before, user(asked)], material ?? undefined);
        expect(told.map(({ role }) => role)).toEqual(
          told.map((_, at) => (at % 2 === 0 ? "user" : "assistant")),
        );
        const texts = told.map((message) => (message.role === "tool" ? "" : message.text));
        expect(texts.every((text) => text.trim() !== "")).toBe(true);
        expect(texts.at(-1)?.endsWith(material === null ? asked : `${material}\n\n${asked}`)).toBe(true);
      }),
    );
  });
});
