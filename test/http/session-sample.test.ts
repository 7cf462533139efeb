import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type PlumblineChat, type PlumblineChatOptions, plumblineChat } from "@plumbline/client";
import { Secret } from "@plumbline/core/access/secret.ts";
import { modelSandboxKey, startModel } from "@plumbline/sandbox/model/model.ts";
import { readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Listener, listen } from "../../packages/local/server/listener.ts";
import { startedForFile } from "../support/started.ts";
import { type ApiUnderTest, startApi } from "./api-under-test.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/agent.md", import.meta.url)), "utf8");
const ORIGIN = "https://app.example.com";
const question: UIMessage = {
  id: "u-1",
  role: "user",
  parts: [{ type: "text", text: "Who was Ada Lovelace?" }],
};

let api: ApiUnderTest;
const model = startedForFile(startModel);
let listener: Listener;
/** The `Origin` that the browser sets. */
let origin: string;

beforeAll(async () => {
  const apiKey = new Secret(modelSandboxKey);
  const settings = { provider: "openai-compatible", id: "truthful", baseUrl: model.apiUrl, apiKey } as const;
  api = await startApi({ model: settings });
  listener = await listen(async (request) => api.fetch(request), "127.0.0.1", 0);
  vi.stubEnv("PLUMBLINE_URL", `http://127.0.0.1:${listener.port}`);
  vi.stubEnv("PLUMBLINE_API_KEY", api.tenant.apiKey.reveal());
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await listener.close();
  await api.close();
});

/** The blocks of code under `useChat`: the server's and the page's. */
function samples(): string[] {
  const section = page.split("## With `useChat`")[1] ?? "";
  const blocks = section.match(/(?:^ {4}.*\n|^\n(?= {4}))+/gm) ?? [];
  return blocks.map((block) => block.replace(/^ {4}/gm, ""));
}

/** The sample for the page, with `useChat` and the page's `fetch` in the hands of this test. */
function transportOfPage(sample: string, mint: (userId: string) => Promise<unknown>) {
  const url = `http://127.0.0.1:${listener.port}`;
  const code = sample.replace("https://plumbline.example.com", url);
  const transportInBrowser = (options: PlumblineChatOptions) =>
    plumblineChat<UIMessageChunk>({
      ...options,
      fetch(request) {
        request.headers.set("origin", origin);
        return fetch(request);
      },
    });
  const ownServer = async () => Response.json(await mint("user-42"));
  const run = new Function("useChat", "plumblineChat", "fetch", "chatId", code);
  let found: PlumblineChat<UIMessageChunk> | undefined;
  const useChat = (given: { transport: PlumblineChat<UIMessageChunk> }) => {
    found = given.transport;
    return given;
  };
  run(useChat, transportInBrowser, ownServer, "chat-1");
  if (!found) throw new Error("The sample makes no transport.");
  return found;
}

test("what docs/agent.md says to write for useChat runs the agent with a session's token", async () => {
  const [server = "", browser = ""] = samples();
  expect(server.trim().split("\n").length).toBeLessThanOrEqual(10);
  const { mintSession } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(server)}`
  );
  const transport = transportOfPage(browser, mintSession);
  const send = () =>
    transport.sendMessages({
      chatId: "chat-1",
      messages: [question],
      trigger: "submit-message",
      messageId: undefined,
      abortSignal: undefined,
    });
  origin = ORIGIN;
  const states: UIMessage[] = [];
  for await (const message of readUIMessageStream({ stream: await send() })) states.push(message);
  expect(JSON.stringify(states.at(-1))).toContain("source-url");
  expect(api.logged.findLast(({ event }) => event === "request")).toMatchObject({ end_user: "user-42" });
  origin = "https://evil.example";
  await expect(send()).rejects.toThrow("This session was created for a different origin.");
});
