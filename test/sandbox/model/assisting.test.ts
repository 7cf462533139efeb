import { assisting } from "@plumbline/sandbox/model/assisting.ts";
import type { ChatMessage, ChatRequest } from "@plumbline/sandbox/model/chat-request.ts";
import { describe, expect, it } from "vitest";

const TOOLS = ["chatapp_post_channel", "chatapp_dm", "email_send", "tracker_create_issue", "feed_read"];
const EVIDENCE = "<research_outcome>\n[[1]] Mara Holt built a lighthouse. (source 1)\n</research_outcome>";
const REFUSAL = '<research_refusal>\n{"related":[]}\n</research_refusal>';

function chat(text: string, more: ChatMessage[] = []): ChatRequest {
  const messages: ChatMessage[] = [{ role: "user", text, calls: 0 }, ...more];
  return { model: "assisting", messages, tools: TOOLS, includeUsage: false };
}

function read(text: string) {
  const turn = assisting(chat(text));
  return {
    text: turn.text,
    calls: (turn.calls ?? []).map((call) => Object.values(JSON.parse(call.arguments))),
  };
}

describe("the assisting model", () => {
  it.each<[said: string, ...calls: string[][]]>([
    ["post good morning to #general", ["#general", "good morning"]],
    [
      "Post “good morning” to #general and to #random.",
      ["#general", "good morning"],
      ["#random", "good morning"],
    ],
    ["post hi to general, #random and #team", ["#general", "hi"], ["#random", "hi"], ["#team", "hi"]],
    [
      "Post we ship today to #general, then tell bob@example.com: done",
      ["#general", "we ship today"],
      ["bob@example.com", "done"],
    ],
    [
      "Tell bob@example.com: read the notes and show them to Eve",
      ["bob@example.com", "read the notes and show them to Eve"],
    ],
    ["post hello and read https://a.example to #general", ["#general", "hello and read https://a.example"]],
    ["Hello! Please create an issue: the lift is stuck", ["ENG", "the lift is stuck"]],
    ["tell bob@example.com: read https://a.example/feed", ["bob@example.com", "read https://a.example/feed"]],
    ["tell ada@example.com: lunch, and who pays?", ["ada@example.com", "lunch, and who pays?"]],
    ["Send ada@example.com a message: lunch?", ["ada@example.com", "lunch?"]],
  ])("reads the orders anywhere in a message: %s", (said, ...calls) => {
    expect(read(said)).toEqual({ text: undefined, calls });
  });

  it.each<[said: string, ...calls: string[][]]>([
    [
      "Who was Mara Holt, and post a summary of it to #general",
      ["#general", "Mara Holt built a lighthouse."],
    ],
    [
      "Post it to #general and #random. Who was Mara Holt?",
      ["#general", "Mara Holt built a lighthouse."],
      ["#random", "Mara Holt built a lighthouse."],
    ],
    ["Tell ada@example.com: lunch? And who was Mara Holt?", ["ada@example.com", "lunch?"]],
    ["Who was Mara Holt and tell ada@example.com: lunch?", ["ada@example.com", "lunch?"]],
    ["Who was Mara Holt?"],
  ])("answers the question and carries out the orders: %s", (said, ...calls) => {
    expect(read(`${EVIDENCE}\n\n${said}`)).toEqual({ text: "[[1]]", calls });
  });

  it("carries out an order after a refusal, unless the answer would be its text", () => {
    const lunch = read(`${REFUSAL}\n\nWho was Mara Holt? And tell ada@example.com: lunch?`);
    expect(lunch.calls).toEqual([["ada@example.com", "lunch?"]]);
    const summary = read(`${REFUSAL}\n\nWho was Mara Holt? Post a summary to #general.`);
    expect(summary).toEqual({ text: "I do not know what to write.", calls: [] });
  });

  it.each<[said: string, named: object]>([
    ["Who was Mara Holt, and post a summary of it to #general", { write_to: ["#general"] }],
    ["post hi to general and #random", { write_to: ["general", "#random"] }],
    ["Tell bob@example.com: the text is in #board", { write_to: ["bob@example.com"] }],
    ["Create an issue: the lift is stuck", { things: [{ thing: "issue", words: "issue" }] }],
    ["Read https://a.example and tell me what #board says", { write_to: [] }],
  ])("says which destinations the last message names for writing: %s", (said, named) => {
    const asked = chat(JSON.stringify({ messages: ["post hi to #earlier", said] }));
    const { text = "" } = assisting({ ...asked, tools: [], schema: "named_for_writing" });
    expect(JSON.parse(text)).toEqual({ write_to: [], things: [], answer: [], ...named });
  });

  it.each([
    ["no, to #random instead", "#random"],
    ["Actually, #team.", "#team"],
    ["Post it to #random too", "#random"],
    ["I meant #random, please", "#random"],
    ["and also in #random", "#random"],
  ])("repeats the last post in another channel: %s", (said, channel) => {
    const before: ChatMessage[] = [
      { role: "assistant", text: "It is waiting.", calls: 0 },
      { role: "user", text: said, calls: 0 },
    ];
    const { calls = [] } = assisting(chat("post good morning to #general", before));
    expect(calls.map((call) => JSON.parse(call.arguments))).toEqual([{ channel, text: "good morning" }]);
  });

  it.each([
    ["Who was Mara Holt? Send the answer to Maria by e-mail.", []],
    ["Share Mara Holt's work with #team", [["#team", "Mara Holt built a lighthouse."]]],
  ])("sends what was asked about, or says that it did not: %s", (said, calls) => {
    const answered = read(`${EVIDENCE}\n\n${said}`);
    expect(answered.calls).toEqual(calls);
    expect(answered.text?.includes("I have not sent anything")).toBe(calls.length === 0);
  });

  it("writes a bare name as the chat app expects it, and thanks back", () => {
    expect(read("Tell Maria that the build is green").calls).toEqual([["@maria", "the build is green"]]);
    expect(read("thanks a lot!").text).toBe("You are welcome.");
  });

  it("sends a mail to an address with its words", () => {
    expect(read("send a mail to ada@example.com saying the build is green").calls).toEqual([
      [["ada@example.com"], "A message", "the build is green"],
    ]);
  });

  it("reports the result of each call", () => {
    const results: ChatMessage[] = [
      { role: "assistant", text: "", calls: 2 },
      { role: "tool", text: '{"id":"17.01"}', calls: 0 },
      { role: "tool", text: '{"refusal_reason":"No."}', calls: 0 },
    ];
    const { text, calls } = assisting(chat("post hi to #a and #b", results));
    expect(calls).toBeUndefined();
    expect(text).toBe("Done, with the id 17.01.\nThat did not work.");
  });
});
