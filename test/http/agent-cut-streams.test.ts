import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import type { Behaviour } from "@plumbline/sandbox/model/behaviour.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { type AgentUnderTest, startAgent } from "./agent-under-test.ts";

const STREAM = "/api/v1/agent/stream";
const UI_STREAM = `${STREAM}?protocol=ui-message`;

/** Runs that the model was asked for, by the chat that they are of. */
const begun = new Map<string, number>();
let nextChat = 0;

/** Makes the posts that the message asks for, one a turn. Every second chat rewords them when run again. */
const poster: Behaviour = ({ messages }) => {
  const asked = messages.findLast(({ role }) => role === "user")?.text ?? "";
  const [, chat = "", count = "0"] = /chat-(\d+) has (\d)/.exec(asked) ?? [];
  const made = messages.filter(({ role }) => role === "tool").length;
  const runs = (begun.get(chat) ?? 0) + (made === 0 ? 1 : 0);
  begun.set(chat, runs);
  if (made === Number(count)) return { text: "That is all. Good bye." };
  const text = `${runs > 1 && Number(chat) % 2 ? "Greetings" : "Hello"} ${made + 1} from chat-${chat}.`;
  return {
    calls: [{ name: "chatapp_post_channel", arguments: JSON.stringify({ channel: "C0GENERAL", text }) }],
  };
};

const agent = startedForFile(startAgent);

beforeAll(async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
  agent.behave(poster);
  // What a first run loads takes time that the clock of this test does not know of.
  await read(await new Chat(1).post());
});

/** A chat whose one message asks for posts. */
class Chat {
  readonly id = `chat-${nextChat++}`;
  readonly #text: string;

  constructor(posts: number) {
    this.#text = `Write hello to our channel C0GENERAL: ${this.id} has ${posts}.`;
  }

  /** As a program sends it. */
  send(headers: Record<string, string> = {}): Promise<Response> {
    const messages = [{ role: "user", content: this.#text }];
    const body = { conversation_id: this.id, message_id: "m-1", messages };
    return this.#ask("POST", STREAM, { body, headers });
  }

  /** As `useChat` sends it. */
  post(trigger: "submit-message" | "regenerate-message" = "submit-message"): Promise<Response> {
    const messages = [{ id: "m-1", role: "user", parts: [{ type: "text", text: this.#text }] }];
    return this.#ask("POST", UI_STREAM, { body: { id: this.id, trigger, messages } });
  }

  resume(): Promise<Response> {
    return this.#ask("GET", `${STREAM}/${this.id}/stream`);
  }

  async runId(): Promise<string> {
    return String((await agent.call("GET", `/api/v1/conversations/${this.id}`)).json.run_id);
  }

  /** Reads the run that is under way to its end. */
  async end(): Promise<void> {
    await read(await this.resume());
  }

  /** Posts that arrived at the provider. */
  get arrived(): number {
    return agent.sandbox.chatapp.requests.filter(
      ({ path, text }) => path.endsWith("/chat.postMessage") && text.includes(`${this.id}.`),
    ).length;
  }

  #ask(...[method, path, options]: Parameters<AgentUnderTest["request"]>): Promise<Response> {
    return Promise.resolve(agent.fetch(agent.request(method, path, options)));
  }
}

interface Told {
  events: number;
  /** Writes that it was told were made. */
  made: number;
  isEnded: boolean;
}

/** Reads a run, and cuts its connection behind so many events. */
async function read(response: Response, cutAfter = Number.POSITIVE_INFINITY): Promise<Told> {
  if (response.status === 204) return { events: 0, made: 0, isEnded: true };
  if (response.status !== 200) throw new Error(await response.text());
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let wire = "";
  const events = () => wire.split("\n\n").length - 1;
  while (events() < cutAfter) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    wire += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  const made = wire.match(/"type":"tool_result".*"is_error":false|"type":"tool-output-available"/g)?.length;
  return { events: events(), made: made ?? 0, isEnded: /"type":"done"|\[DONE\]/.test(wire) };
}

/** Sends a message, has its stream cut, goes on in its own way and returns what it was told in the end. */
type Mend = (chat: Chat, cutAfter: number) => Promise<Told>;

const mends: Record<string, Mend> = {
  async "the same Idempotency-Key"(chat, cutAfter) {
    const headers = { "idempotency-key": chat.id };
    await read(await chat.send(headers), cutAfter);
    return read(await chat.send(headers));
  },
  async "the same message once its run has ended"(chat, cutAfter) {
    await read(await chat.send(), cutAfter);
    await chat.end();
    return read(await chat.send());
  },
  async "a reload"(chat, cutAfter) {
    await read(await chat.post(), cutAfter);
    await chat.end();
    return read(await chat.post());
  },
  async "regenerate, cut there as well, and regenerate again"(chat, cutAfter) {
    await read(await chat.post(), cutAfter);
    await chat.end();
    await read(await chat.post("regenerate-message"), cutAfter);
    return read(await chat.post("regenerate-message"));
  },
  async "a second tab at the same time"(chat, cutAfter) {
    const [first, second] = await Promise.all([chat.post(), chat.post()]);
    const [, told] = await Promise.all([read(first, cutAfter), read(second)]);
    return told;
  },
};

describe("a run with two posts whose stream is cut after each of its events", () => {
  const posts = 2;

  test.each(Object.entries(mends))(
    "and then %s: none is doubled, none is lost",
    async (_name, mend) => {
      const { events } = await mend(new Chat(posts), Number.POSITIVE_INFINITY);
      for (let cutAfter = 0; cutAfter < events; cutAfter++) {
        const chat = new Chat(posts);
        const told = await mend(chat, cutAfter);
        await chat.end();
        expect({ cutAfter, ...told, arrived: chat.arrived }).toMatchObject({
          made: posts,
          isEnded: true,
          arrived: posts,
        });
      }
    },
    30_000,
  );

  test("and then stop: it tells what arrived, and nothing arrives later", async () => {
    const { events } = await read(await new Chat(posts).send());
    for (let cutAfter = 0; cutAfter < events - 1; cutAfter++) {
      const chat = new Chat(posts);
      await read(await chat.send(), cutAfter);
      const runId = await chat.runId();
      const { json } = await agent.call("POST", `/api/v1/agent/runs/${runId}/stop`);
      const { arrived } = chat;
      const writes = json.writes as { outcome: string }[];
      expect(writes.filter(({ outcome }) => outcome === "made")).toHaveLength(arrived);
      expect(writes.filter(({ outcome }) => outcome !== "made" && outcome !== "not_made")).toEqual([]);
      await chat.end();
      expect(chat.arrived).toBe(arrived);
    }
  });
});
