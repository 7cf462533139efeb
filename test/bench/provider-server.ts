import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { providers } from "./providers/all-providers.ts";

/** One provider in a process of its own: standing answers, and a memory that does not grow. */
const [word = ""] = process.argv.slice(2);
const provider = providers[word];
if (!provider) throw new Error(`There is no provider ${word}.`);
const { answers } = provider;

const server = await startScriptedServer({ name: word, handle: () => ({ status: 404 }) });
const restart = () => {
  server.clear();
  for (const [match, answer] of Object.entries(answers)) server.scriptAlways(match, answer);
};
restart();
setInterval(restart, 1_000);
process.send?.(server.url);
