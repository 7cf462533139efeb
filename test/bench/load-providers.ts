import { setTimeout } from "node:timers/promises";
import { loadCorpus } from "@plumbline/sandbox/corpus/corpus.ts";
import { modelSandboxKey, startModel } from "@plumbline/sandbox/model/model.ts";
import { searchASandboxKey, startSearchA } from "@plumbline/sandbox/search/search-a.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { chatapp } from "./providers/chatapp.ts";

/** The settings that point a service at this process: its first message. */
export type LoadSettings = Readonly<Record<string, string>>;

/** Chat app, search and model in a process of their own, with memory that does not grow. */
const chat = await startScriptedServer({ name: "chatapp", handle: () => ({ status: 404 }) });
const search = await startSearchA({ texts: loadCorpus() });
const model = await startModel();

const settings: LoadSettings = {
  ...{ CHATAPP_BASE_URL: `${chat.url}/api/` },
  ...{ SEARCH_A_API_KEY: searchASandboxKey, SEARCH_A_BASE_URL: `${search.url}/res/v1` },
  ...{ MODEL_PROVIDER: "openai-compatible", MODEL_ID: "truthful", READER: "off" },
  ...{ MODEL_BASE_URL: model.apiUrl, MODEL_API_KEY: modelSandboxKey },
};
process.once("disconnect", () => process.exit());
process.send?.(settings);
for (;;) {
  for (const server of [chat, search, model]) server.clear();
  for (const [match, answer] of Object.entries(chatapp.answers)) chat.scriptAlways(match, answer);
  await setTimeout(1_000);
}
