import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { loadCorpus } from "@plumbline/sandbox/corpus/corpus.ts";
import { chatEvents } from "@plumbline/sandbox/model/chat-reply.ts";
import { type ChatRequest, readChatRequest } from "@plumbline/sandbox/model/chat-request.ts";
import { evidenceIn } from "@plumbline/sandbox/model/evidence.ts";
import { nothingToSay } from "@plumbline/sandbox/model/truthful.ts";
import { startSearchA } from "@plumbline/sandbox/search/search-a.ts";
import { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { readBody } from "@plumbline/sandbox/server/scripted-server.ts";
import { countLetters, machineTime, type Written } from "./agent-timing.ts";

/** The answers that the model is to write. Times are in milliseconds. */
export interface Score {
  /**
   * The model writes nothing before it has been asked for so many answers; then it writes them side by side.
   */
  streams: number;
  /** Between the openings of two of them; all at once by default. */
  apartMs?: number;
  /** Of an answer, at least: it goes on to the end of a sentence. */
  tokens: number;
  /** Before each token; 0: no waiting. */
  intervalMs: number;
}

/** Where this process serves, its first word. */
export interface ProvidersStarted {
  modelUrl: string;
  searchUrl: string;
}

/**
 * An order to this process: how to write from now on, to report when all streams have begun, or to return
 * when it wrote which token.
 */
export type ProvidersOrder = { score: Score } | { tell: "begun" | "written" };

/** By then all streams are open, or something is wrong. */
const LONGEST_OPENING_MS = 60_000;

let score: Score = { streams: 1, tokens: 1, intervalMs: 0 };
let written: Written[] = [];
const asked = new EventEmitter().setMaxListeners(0);

/**
 * A model that notes when it wrote each token: what it was given, sentence by sentence, and then inventions,
 * as the guard says no quote twice.
 */
async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(incoming);
  if (!Buffer.isBuffer(body)) return;
  const chat = readChatRequest(new RecordedRequest(incoming, body));
  const name = chat.messages.find(({ role }) => role === "user")?.text ?? "";
  const noted: Written = { name, letters: [], at: [] };
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  const words = textFor(chat).match(/\S+\s*/g) ?? [];
  const [opening = "", ...events] = chatEvents({ text: words.join("") }, chat);
  response.write(opening);
  const place = written.push(noted);
  const { streams, intervalMs } = score;
  if (place === streams) asked.emit("all");
  else await allAsked();
  // Not in step with the others.
  await setTimeout((intervalMs * place) / streams);
  for (const [index, event] of events.entries()) {
    const word = words[index];
    if (word !== undefined) {
      if (intervalMs > 0) await setTimeout(intervalMs);
      noted.letters.push((noted.letters.at(-1) ?? 0) + countLetters(word));
      noted.at.push(machineTime());
    }
    if (!response.write(event)) await once(response, "drain");
  }
  response.end();
}

async function allAsked(): Promise<void> {
  try {
    await once(asked, "all", { signal: AbortSignal.timeout(LONGEST_OPENING_MS) });
  } catch (cause) {
    throw new Error(`Only ${written.length} of ${score.streams} streams came to the model in time.`, {
      cause,
    });
  }
}

function textFor(chat: ChatRequest): string {
  const evidence = evidenceIn(chat).map(({ text }) => text);
  const sentences = evidence.length === 0 ? [nothingToSay] : evidence;
  const said: string[] = [];
  for (let count = 0; count < score.tokens; ) {
    const invented = `The keeper of Quillmoor counted ${said.length + 100} gulls.`;
    const sentence = sentences[said.length] ?? (evidence.length === 0 ? nothingToSay : invented);
    said.push(sentence);
    count += sentence.split(/\s+/).length;
  }
  return said.join(" ");
}

const search = await startSearchA({ texts: loadCorpus() });
const server = createServer((incoming, response) => {
  answer(incoming, response).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
}).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
if (address === null || typeof address === "string") throw new Error("The model has no port.");

process.on("message", async (order: ProvidersOrder) => {
  if ("score" in order) {
    score = order.score;
    written = [];
    process.send?.("ready");
  } else if (order.tell === "begun") {
    if (written.length < score.streams) await allAsked();
    process.send?.("begun");
  } else {
    process.send?.(written);
  }
});
process.once("disconnect", () => process.exit());
const started: ProvidersStarted = {
  modelUrl: `http://127.0.0.1:${address.port}/v1`,
  searchUrl: `${search.url}/res/v1`,
};
process.send?.(started);
