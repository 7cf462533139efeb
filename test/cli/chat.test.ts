import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StreamChunk } from "@plumbline/client/agent-stream.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { describe, expect, test } from "vitest";
import type { Run, RunOptions } from "./fake-terminal.ts";
import { scriptedService } from "./scripted-service.ts";
import { aRun, found, gave, text, use } from "./streaming-service.ts";

const { server: service, run: chat } = scriptedService("chat", () => aRun([]));

/** Shows a run of these chunks on a fake terminal and returns the output. */
async function shown(said: readonly StreamChunk[], terminal: RunOptions = {}): Promise<Run> {
  service.script("", aRun(said));
  return chat(["Who?"], terminal);
}

const BOTH = { out: true, err: true };
const NO_COLOR = { NO_COLOR: "1" };

describe("a cited text", () => {
  const research = [
    use("1", "grounded_research"),
    gave("1", "grounded_research", found("a.example/1", "b.example/2")),
  ];

  test("has the numbers of its sources behind it, which the end lists once each", async () => {
    const { code, out } = await shown([
      ...research,
      text("Second first.\n", { citations: [1] }),
      text("Both.", { citations: [0, 1] }),
      text(" Again.", { citations: [0] }),
      text(" Nothing."),
    ]);
    expect(code).toBe(0);
    expect(out).toBe(
      "Second first. [1]\nBoth. [2][1] Again. [2] Nothing.\n\nSources\n" +
        "  [1] About b.example/2 — b.example, read 2026-01-02\n      https://b.example/2\n" +
        "  [2] About a.example/1 — a.example, read 2026-01-02\n      https://a.example/1\n",
    );
  });

  test("of several outcomes is of the one it names, and a page keeps its number", async () => {
    const { out } = await shown([
      ...research,
      text("A.", { citations: [0] }),
      use("2", "grounded_research"),
      gave("2", "grounded_research", found("b.example/2", "a.example/1")),
      text(" B.", { citations: [0], tool_use_id: "2" }),
      text(" A.", { citations: [1], tool_use_id: "2" }),
      text(" A.", { citations: [0], tool_use_id: "1" }),
    ]);
    expect(out).toMatch(/^A\. \[1\] B\. \[2\] A\. \[1\] A\. \[1\]\n/);
    expect(out.match(/^ {2}\[\d\] /gm)).toEqual(["  [1] ", "  [2] "]);
  });

  test("is followed by what was not answered", async () => {
    const unanswered = "The sources found do not speak of Zebulon.";
    const unverified_notes = [{ kind: "unanswered", text: unanswered }];
    const { out } = await shown([
      use("1", "grounded_research"),
      gave("1", "grounded_research", { ...found("a.example/1"), unverified_notes }),
      text("A.", { citations: [0] }),
    ]);
    expect(out.split("\n").at(-2)).toBe(unanswered);
  });

  test("cites nothing that is not there", async () => {
    const other = [use("9", "chatapp_dm"), gave("9", "chatapp_dm", found("c.example"))];
    const { out } = await shown([
      ...other,
      text("A.", { citations: [0] }),
      ...research,
      text(" B.", { citations: [7] }),
    ]);
    expect(out).toBe("A. B.\n");
  });
});

describe("the text shown beside the answer", () => {
  test("is each tool with the gist of its arguments, and how it ended after how long", async () => {
    let ticks = 0;
    const clock = Object.assign(new ManualClock(), { monotonic: () => ticks++ * 1_500 });
    const long = "x".repeat(60);
    const { out, err } = await shown(
      [
        use("1", "chatapp_dm", {
          to: "ada@example.com",
          text: "Hello, Ada",
          more: long,
          deep: { a: [1] },
          last: 1,
        }),
        use("2", "connections_list"),
        {
          type: "tool_result",
          tool_use_id: "2",
          name: "connections_list",
          is_error: true,
          content: null,
          refusal_reason: "No.",
          error_code: "transient",
        },
        gave("1", "chatapp_dm"),
        text("Done."),
      ],
      { clock },
    );
    expect(out).toBe("Done.\n");
    expect(err).toBe(
      `→ chatapp_dm to=ada@example.com text="Hello, Ada" more=${"x".repeat(40)}… deep={"a":[1]} …\n` +
        "→ connections_list\n← connections_list transient, 1.5 s\n← chatapp_dm ok, 4.5 s\n",
    );
  });

  test("is each sentence that nothing bears out, with the reason, and dim", async () => {
    const unverified: StreamChunk = {
      type: "unverified",
      text: "She invented the telephone.",
      verdict: "unsupported",
      reason: "No source says so.",
    };
    const line = "unverified (unsupported): She invented the telephone. — No source says so.";
    expect(await shown([unverified, text("A.")])).toEqual({ code: 0, out: "A.\n", err: `${line}\n` });
    const watched = await shown([unverified, text("A.")], { watched: { err: true } });
    expect(watched.err).toContain(`\u001b[2m${line}\u001b[0m\n`);
    expect(watched.out).toBe("A.\n");
  });

  test("begins a line of its own where the answer is in the middle of one", async () => {
    const said = [text("One."), use("1", "connections_list"), gave("1", "connections_list"), text(" Two.\n")];
    const asides = "→ connections_list\n← connections_list ok, 0.0 s\n";
    expect((await shown(said)).err).toBe(`\n${asides}`);
    const screen = { watched: BOTH, environment: { ...NO_COLOR, TERM: "dumb" } };
    expect(await shown(said, screen)).toEqual({ code: 0, out: "One. Two.\n", err: `\n${asides}` });
    const redirected = { watched: { err: true }, environment: { ...NO_COLOR, TERM: "dumb" } };
    expect((await shown(said, redirected)).err).toBe(asides);
  });

  test("is why it failed or stopped, and what it cost", async () => {
    const failed: StreamChunk = { type: "error", error_code: "model_cut_off", message: "It broke off." };
    service.script("", aRun([text("A"), failed], { stop_reason: "error" }));
    expect(await chat(["Who?"])).toEqual({
      code: 1,
      out: "A\n",
      err: "\nplumbline: It broke off. (model_cut_off)\n",
    });
    const usage = { input_tokens: 12, output_tokens: 34 };
    service.script("", aRun([text("A")], { stop_reason: "max_steps", usage }));
    expect((await chat(["Who?"])).err).toMatch(
      /^stopped: .*--max-steps.*\n2\.3 s, 12 tokens read, 34 written\n$/,
    );
    service.script("", aRun([], { stop_reason: "deadline" }));
    expect(await chat(["Who?"])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^stopped: .*time.*\n$/),
    });
  });
});

describe("a name of several people", () => {
  const candidates = ["one", "two"].map((name) => ({
    url: `https://who.example/${name}`,
    title: `Number ${name}`,
    domain: "who.example",
  }));

  async function refused(reason: string) {
    const content = { ...found(), ok: false, query: "Who's it?", disambiguation_candidates: candidates };
    const refusal: StreamChunk = {
      type: "tool_result",
      tool_use_id: "1",
      name: "grounded_research",
      is_error: true,
      content,
      refusal_reason: reason,
      error_code: "research_ambiguous_name",
    };
    service.script(
      "",
      aRun([use("1", "grounded_research"), refusal, text(reason)], { stop_reason: "refusal" }),
    );
    return chat(["Who's it?"]);
  }

  test("ends with the list of them, and what to do next", async () => {
    const { code, out } = await refused("Two.");
    expect([code, out]).toEqual([
      1,
      "Two.\n  1. Number one — who.example\n     https://who.example/one\n" +
        "  2. Number two — who.example\n     https://who.example/two\n" +
        "next: Say which person you mean, by a title or in your own words\n" +
        "  npx --no plumbline research 'Who'\\''s it?' --context 'Number one'\n",
    ]);
  });

  test("is listed once when the refusal lists them too", async () => {
    const { out } = await refused(
      "Which one do you mean? (1) “Number one”, who.example: A weaver. (2) “Number two”, who.example: A judge. " +
        "Please ask again with an employer, a role or a location.",
    );
    expect(out).toMatch(
      /^Which one do you mean\?\n {2}1\. Number one: A weaver\. — who\.example\n {5}https:\/\/who\.example\/one\n {2}2\. Number two: A judge\. — /,
    );
    expect(out.split("A judge.")).toHaveLength(2);
  });
});

test("what a terminal would obey is taken out of everything that others wrote", async () => {
  const evil = "\u001b]0;owned\u0007\u009b2J\r\u202egnp";
  const page = { ...found(`a.example/${evil}`), query: evil };
  const { out, err } = await shown([
    use("1", "grounded_research", { [evil]: evil }),
    gave("1", "grounded_research", page),
    text(`A\tb\n${evil}`, { citations: [0] }),
    { type: "unverified", text: evil, verdict: "unclear", reason: evil },
    { type: "error", error_code: "e", message: evil },
  ]);
  for (const mark of ["\u001b", "\u0007", "\u009b", "\r", "\u202e"]) expect(out + err).not.toContain(mark);
  expect(out).toMatch(/^A\tb\n\ufffd\]0;owned/);
});

test("a run that another model continues says so", async () => {
  const start = {
    run_id: "r",
    conversation_id: "c",
    requires_grounding: false,
    gate: { score: 0, reasons: [] },
  };
  const { err } = await shown([{ type: "start", ...start, model: "large", unavailable_model: "small" }]);
  expect(err).toContain("small is no longer available; large continues\n");
});

describe("is asked", () => {
  test("with the options it was given, and no others", async () => {
    await chat(["Who?"]);
    const folder = mkdtempSync(join(tmpdir(), "plumbline-test-"));
    const file = join(folder, "notes.md");
    writeFileSync(file, "We use dynalite.");
    const few = ["--max-steps", "3", "--model", "small"];
    await chat(["Who?", "--tools", "chatapp_dm, connections_list", ...few, "--workspace", file]);
    await chat(["--resume", "a-1", ...few]);
    rmSync(folder, { recursive: true });
    const messages = [{ role: "user", content: "Who?" }];
    expect(service.requests.map((request) => request.json())).toEqual([
      { messages },
      {
        messages,
        tools: ["chatapp_dm", "connections_list"],
        max_steps: 3,
        model: "small",
        workspace_context: "We use dynalite.",
      },
      { resume: "a-1", max_steps: 3, model: "small" },
    ]);
  });

  test.each([[["-"]], [[]]])("what stands on standard input: %j", async (args) => {
    expect((await chat(args, { input: "Who was\nAda?\n" })).code).toBe(0);
    expect(service.requests[0]?.json()).toEqual({ messages: [{ role: "user", content: "Who was\nAda?\n" }] });
    expect((await chat(args, { input: " \n" })).code).toBe(2);
    expect(service.requests).toHaveLength(1);
  });
});

test("--json is a chunk a line and nothing else, however it is watched", async () => {
  service.script("", aRun([use("1", "connections_list"), text("A"), text("B")]));
  const { out, err } = await chat(["Who?", "--json"], { watched: BOTH });
  const types = out.split("\n").map((line) => (line === "" ? line : JSON.parse(line).type));
  expect(types).toEqual(["start", "tool_use", "text_delta", "text_delta", "done", ""]);
  expect(err).toBe("");
});
