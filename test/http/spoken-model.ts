import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Secret } from "@plumbline/core/access/secret.ts";
import { type AgentUnderTest, startAgent } from "./agent-under-test.ts";

const MOST_SAID = 10_000;

/** A model that says what a test has it say, when the test says so: Chat Completions over a socket. */
export interface SpokenModel {
  apiUrl: string;
  /** The next request, as soon as it has come. */
  asked(): Promise<SpokenTurn>;
  close(): Promise<void>;
}

export interface SpokenTurn {
  say(text: string): void;
  call(name: string, args: unknown): void;
  end(reason?: "stop" | "tool_calls"): void;
  /**
   * Says the text again and again until it is taken no more, or was 10,000 times; resolves with how often.
   */
  sayUntilFull(text: string): Promise<number>;
  /** Resolves when the connection is closed. */
  closed: Promise<void>;
}

/** The API in front of one. */
export async function startSpokenAgent(): Promise<AgentUnderTest & { spoken: SpokenModel }> {
  const spoken = await startSpokenModel();
  const apiKey = new Secret("key");
  const model = { provider: "openai-compatible", id: "spoken", baseUrl: spoken.apiUrl, apiKey } as const;
  const agent = await startAgent({ model });
  const closeAgent = agent.close;
  return Object.assign(agent, {
    spoken,
    async close() {
      await closeAgent();
      await spoken.close();
    },
  });
}

async function startSpokenModel(): Promise<SpokenModel> {
  const turns: SpokenTurn[] = [];
  const waiting: ((turn: SpokenTurn) => void)[] = [];
  const server = createServer((request, response) => {
    request.resume();
    request.once("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
      const turn = spokenTurn(response);
      const next = waiting.shift();
      if (next) next(turn);
      else turns.push(turn);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    apiUrl: `http://127.0.0.1:${port}/v1`,
    asked() {
      const turn = turns.shift();
      return turn ? Promise.resolve(turn) : new Promise((resolve) => waiting.push(resolve));
    },
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

function spokenTurn(response: ServerResponse): SpokenTurn {
  const event = (delta: object, finish_reason: string | null = null) => {
    const choices = [{ index: 0, delta, finish_reason }];
    const chunk = { id: "c", object: "chat.completion.chunk", created: 0, model: "spoken", choices };
    return `data: ${JSON.stringify(chunk)}\n\n`;
  };
  let called = 0;
  return {
    say: (content) => void response.write(event({ content })),
    call(name, args) {
      const made = { name, arguments: JSON.stringify(args) };
      const index = called++;
      response.write(
        event({ tool_calls: [{ index, id: `call_${index}`, type: "function", function: made }] }),
      );
    },
    end(reason = called > 0 ? "tool_calls" : "stop") {
      response.end(`${event({}, reason)}data: [DONE]\n\n`);
    },
    async sayUntilFull(content) {
      for (let said = 1; said < MOST_SAID; said++) {
        if (response.write(event({ content }))) continue;
        if (!(await drains(response))) return said;
      }
      return MOST_SAID;
    },
    closed: new Promise((closed) => response.once("close", () => closed())),
  };
}

/**
 * Returns whether the written bytes go out within many turns of the event loop, in which both ends of the
 * connection run.
 */
async function drains(response: ServerResponse): Promise<boolean> {
  for (let turn = 0; turn < 200; turn++) {
    if (!response.writableNeedDrain) return true;
    await new Promise(setImmediate);
  }
  return false;
}
