import { formatCallTitle } from "@plumbline/core/tool/call-title.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { definition } from "./definition.ts";

const posting = (sentence: string) =>
  defineTool({ ...definition(), sentence, input: z.object({ to: z.string(), text: z.string().optional() }) });
const titleOf = (args: unknown) =>
  formatCallTitle(posting("Post|Posted to {to}[: {text}]"), "post", args).title;

describe("a call in words", () => {
  test("has a title before it is made and one after, with the arguments that it has", () => {
    const call = { to: "#general", text: "The build\n is {to}" };
    expect(formatCallTitle(posting("Post|Posted to {to}[: {text}]"), "post", call)).toEqual({
      title: "Post to #general: The build is {to}",
      title_done: "Posted to #general: The build is {to}",
    });
    expect(titleOf({ to: "#general" })).toBe("Post to #general");
    expect(titleOf({})).toBe("Post to …");
    expect(titleOf("unreadable")).toBe("Post to …");
  });

  test("shows a text as its reader will see it", () => {
    const tool = posting("Post|Posted to {to}[: {text}]");
    const call = { to: "#general", text: "It is **green**" };
    const texts = [{ argument: "text", form: "markdown" as const, text: call.text, line: "It is green" }];
    expect(formatCallTitle(tool, "post", call, texts).title).toBe("Post to #general: It is green");
  });

  test("names every entry of a list, cuts long texts, and writes out what would hide something", () => {
    expect(titleOf({ to: ["a@b.example", "c@d.example"] })).toBe("Post to a@b.example, c@d.example");
    expect(titleOf({ to: "x".repeat(200) })).toBe(`Post to ${"x".repeat(80)}…`);
    expect(titleOf({ to: "a\u202eb" })).toBe("Post to a\\u{202e}b");
  });

  test("is the title of a tool without a sentence, and the name of an unknown one", () => {
    expect(formatCallTitle(defineTool({ ...definition(), title: "Post it" }), "post", {}).title).toBe(
      "Post it",
    );
    expect(formatCallTitle(undefined, "post", {}).title_done).toBe("post");
  });

  test("refuses a sentence without two verbs, and one of an argument that is not there", () => {
    expect(() => posting("Posts to {to}")).toThrow(/two forms/);
    expect(() => posting("Post|Posted to {channel}")).toThrow(/channel/);
  });
});
