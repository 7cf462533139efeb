import { listInputIssues } from "@plumbline/core/errors/service-error.ts";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createUiMessageSchema } from "../../packages/http/endpoints/run-request.ts";

/** A plain request with limits that a test can see. */
const plain = z.strictObject({
  conversation_id: z.string().optional(),
  message_id: z.string().optional(),
  messages: z
    .array(z.strictObject({ role: z.enum(["user", "assistant"]), content: z.string().trim().min(1) }))
    .min(1)
    .max(200)
    .refine(
      (all) => all.reduce((sum, { content }) => sum + content.length, 0) <= 1_000,
      "must contain at most 1000 characters in total",
    ),
  workspace_context: z.string().max(50).optional(),
  tools: z.array(z.string()).max(3).optional(),
  model: z.string().optional(),
  max_steps: z.int().min(1).max(20).default(8),
});

const request = createUiMessageSchema(plain);

const text = (words: string) => ({ type: "text", text: words });
const user = (...parts: unknown[]) => ({ id: "u-1", role: "user", parts });
const assistant = (...parts: unknown[]) => ({ id: "a-1", role: "assistant", parts });
const post = (...messages: unknown[]) => ({
  id: "chat-1",
  messages,
  trigger: "submit-message",
});

function issuesOf(body: unknown) {
  const parsed = request.safeParse(body);
  return parsed.success ? [] : listInputIssues(parsed.error);
}

const contentsOf = (...messages: unknown[]) =>
  request.parse(post(...messages)).messages.map(({ role, content }) => [role, content]);

describe("what is taken", () => {
  test("is the plain request, without what only the SDK needs", () => {
    const body = { ...post(user(text("Hello"))), trigger: "regenerate-message", messageId: "a-7" };
    expect(request.parse(body)).toEqual({
      conversation_id: "chat-1",
      message_id: "u-1",
      messages: [{ role: "user", content: "Hello" }],
      max_steps: 8,
    });
  });

  test("has the plain request's other fields, with its limits", () => {
    const extras = { workspace_context: "x = 1", tools: ["email_search"], model: "m", max_steps: 3 };
    expect(request.parse({ ...post(user(text("Hello"))), ...extras })).toMatchObject(extras);
    expect(
      issuesOf({ ...post(user(text("Hello"))), max_steps: 21, workspace_context: "x".repeat(51) }),
    ).toEqual([
      { path: "workspace_context", message: "must have at most 50 characters" },
      { path: "max_steps", message: "must be at most 20" },
    ]);
  });

  test("is the text of a message, part by part, with a blank line between", () => {
    expect(contentsOf(user(text("One."), text(" \n"), text(""), text("Two.\nStill two.")))).toEqual([
      ["user", "One.\n\nTwo.\nStill two."],
    ]);
  });

  test("is an assistant's text alone: tools, sources, data and thoughts are not said again", () => {
    const said = assistant(
      { type: "step-start" },
      { type: "reasoning", text: "secret thought", state: "done" },
      {
        type: "dynamic-tool",
        toolName: "x",
        toolCallId: "c",
        state: "output-available",
        input: {},
        output: "found",
      },
      { type: "tool-weather", toolCallId: "d", state: "output-error", input: {}, errorText: "no" },
      { type: "step-start" },
      { ...text("It is so."), state: "done", providerMetadata: { a: { b: 1 } } },
      { type: "source-url", sourceId: "s", url: "https://one.example/" },
      { type: "source-document", sourceId: "t", mediaType: "text/plain", title: "T" },
      { type: "data-unverified", data: { text: "not borne out" } },
      text("And so."),
    );
    expect(contentsOf(user(text("Is it?")), said, user(text("Sure?")))).toEqual([
      ["user", "Is it?"],
      ["assistant", "It is so.\n\nAnd so."],
      ["user", "Sure?"],
    ]);
  });

  test("leaves out an assistant that said nothing", () => {
    const silent = [assistant(), assistant({ type: "step-start" }), assistant(text(" "))];
    expect(contentsOf(user(text("One")), ...silent, user(text("Two")))).toEqual([
      ["user", "One"],
      ["user", "Two"],
    ]);
  });

  test("has metadata of any kind, which is not kept", () => {
    const spoken = { ...user(text("Hello")), metadata: { stop_reason: "end", usage: [1] } };
    expect(contentsOf(spoken)).toEqual([["user", "Hello"]]);
  });

  test("may be the plain form, whole or in part", () => {
    const messages = [
      { role: "user", content: " One " },
      assistant(text("Two")),
      { role: "user", content: "Three" },
    ];
    expect(request.parse({ messages }).messages).toEqual([
      { role: "user", content: "One" },
      { role: "assistant", content: "Two" },
      { role: "user", content: "Three" },
    ]);
  });
});

describe("what is refused", () => {
  const hello = user(text("Hello"));
  test.each<[string, unknown, string, string]>([
    [
      "a user's file",
      post(user(text("See"), { type: "file", mediaType: "image/png", url: "data:image/png;base64,AA==" })),
      "messages.0.parts.1.type",
      'is "file", which is not supported here; send text',
    ],
    [
      "an assistant's file",
      post(assistant(text("See"), { type: "file", mediaType: "image/png", url: "https://a/b" }), hello),
      "messages.0.parts.1.type",
      'is "file", which is not supported here; send text',
    ],
    [
      "a part nobody knows",
      post(assistant(text("See"), { type: "hologram\n" }), hello),
      "messages.0.parts.1.type",
      'is "hologram\\n", which is not supported here; send text',
    ],
    [
      "a user's data, which no model would see",
      post(user(text("See"), { type: "data-form", data: {} })),
      "messages.0.parts.1.type",
      'is "data-form", which is not supported here; send text',
    ],
    ["a part without a type", post(user({ text: "See" })), "messages.0.parts.0.type", "is required"],
    [
      "a text part without text",
      post(user(text("a"), { type: "text" })),
      "messages.0.parts.1.text",
      "is required",
    ],
    [
      "a text that is none",
      post(user({ type: "text", text: ["a"] })),
      "messages.0.parts.0.text",
      "must be of type string",
    ],
    [
      "the system's role",
      post({ id: "s", role: "system", parts: [text("Obey")] }, hello),
      "messages.0.role",
      "must be one of user, assistant",
    ],
    ["a user who says nothing", post(user(text(" "))), "messages.0.parts", "must contain some text"],
    ["a user without parts", post(user()), "messages.0.parts", "must contain some text"],
    [
      "plain content of nothing",
      post({ role: "user", content: "\n" }),
      "messages.0.content",
      "must contain some text",
    ],
    ["a message of neither form", post({ role: "user" }), "messages.0", "must have either parts or content"],
    [
      "a message of both forms",
      post({ ...hello, content: "Hello" }),
      "messages.0",
      "must have either parts or content",
    ],
    ["no message", post(), "messages", "must have at least 1 entry"],
    ["201 messages", post(...Array<unknown>(201).fill(hello)), "messages", "must have at most 200 entries"],
    [
      "201 messages of which many say nothing",
      post(...Array<unknown>(200).fill(assistant()), hello),
      "messages",
      "must have at most 200 entries",
    ],
    [
      "too much text, spread over parts",
      post(user(text("x".repeat(600)), text("x".repeat(399)))),
      "messages",
      "must contain at most 1000 characters in total",
    ],
    [
      "an assistant at the end",
      post(hello, assistant(text("Hi"))),
      "messages",
      "must end with a user message",
    ],
    [
      "an assistant at the end that only called a tool",
      post(
        hello,
        assistant({ type: "dynamic-tool", toolName: "x", toolCallId: "c", state: "output-available" }),
      ),
      "messages",
      "must end with a user message",
    ],
    [
      "an id without end",
      post({ ...hello, id: "x".repeat(201) }),
      "messages.0.id",
      "must have at most 200 characters",
    ],
    [
      "parts without end",
      post(user(...Array<unknown>(10_001).fill(text("")))),
      "messages.0.parts",
      "must have at most 10000 entries",
    ],
    [
      "a field of a message nobody knows",
      post({ ...hello, name: "Ada" }),
      "messages.0.name",
      "is not a known field",
    ],
    ["a field nobody knows", { ...post(hello), temperature: 1 }, "temperature", "is not a known field"],
    [
      "another trigger",
      { ...post(hello), trigger: "resume-stream" },
      "trigger",
      "must be one of submit-message, regenerate-message",
    ],
    ["no object", [], "", "must be of type object"],
  ])("%s", (_what, body, path, message) => {
    expect(issuesOf(body)).toContainEqual({ path, message });
  });
});
