import { LLMock } from "@copilotkit/aimock";
import type { AssistantMessage } from "@plumbline/agent/model/model.ts";
import { text } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { eventsOf, type ModelsUnderTest, modelsUnderTest, someTool, textIn } from "./model-under-test.ts";

const under = startedForEach(modelsUnderTest);

const tools = [someTool("chatapp_dm")];

async function wholeTurn(...args: Parameters<ModelsUnderTest["at"]>): Promise<AssistantMessage> {
  const events = await eventsOf(under.at(...args).stream(under.asking("Think.", { tools })));
  expect(textIn(events)).toBe("");
  const finish = events.at(-1);
  if (finish?.type !== "finish") throw new Error("the turn did not finish");
  return finish.message;
}

/** The next step of the loop. */
const handedBack = (message: AssistantMessage) =>
  under.asking("", {
    tools,
    messages: [
      { role: "user", text: "Think." },
      message,
      {
        role: "tool",
        results: [{ toolCallId: "call_1", name: "chatapp_dm", content: "Sent.", isError: false }],
      },
    ],
  });

test("what a model thought is not shown, and is handed back signed in the next step", async () => {
  const mock = new LLMock({ port: 0 });
  await mock.start();
  const toolCalls = [{ id: "call_1", name: "chatapp_dm", arguments: "{}" }];
  const thinking = { toolCalls, reasoning: "Whom to tell?", reasoningSignature: "signature-1" };
  mock.on({ userMessage: "Think.", hasToolResult: false }, thinking);
  const message = await wholeTurn("anthropic", mock.url);
  await mock.stop();
  expect(message.reasoning).toEqual([
    { text: "Whom to tell?", providerData: { anthropic: { signature: "signature-1" } } },
  ]);

  const server = await startScriptedServer({ name: "provider", handle: () => text("no", 400) });
  await expect(eventsOf(under.at("anthropic", server.url).stream(handedBack(message)))).rejects.toThrow();
  await server.close();
  expect(server.requests[0]?.json()).toMatchObject({
    messages: [
      { role: "user" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Whom to tell?", signature: "signature-1" },
          { type: "tool_use", id: "call_1" },
        ],
      },
      { role: "user" },
    ],
  });
});

test("what an OpenAI-compatible server signs a call with goes back with that call", async () => {
  const extra_content = { google: { thought_signature: "signature-2" } };
  const call = { index: 0, id: "call_1", function: { name: "chatapp_dm", arguments: "{}" }, extra_content };
  const events = [
    { choices: [{ delta: { tool_calls: [call] } }] },
    { choices: [{ delta: {}, finish_reason: "tool_calls" }] },
  ];
  const server = await startScriptedServer({
    name: "provider",
    handle: () => ({
      headers: { "content-type": "text/event-stream" },
      body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""),
    }),
  });
  const message = await wholeTurn("openai-compatible", server.url);
  await eventsOf(under.at("openai-compatible", server.url).stream(handedBack(message)));
  await server.close();
  expect(server.requests[1]?.json()).toMatchObject({
    messages: [
      {},
      {},
      { role: "assistant", tool_calls: [{ id: "call_1", extra_content }] },
      { role: "tool" },
    ],
  });
});
