import { wholeBody } from "./answer.ts";
import { checkedFetch, EVENT_STREAM, type Fetch } from "./checked-fetch.ts";
import type { PlumblineClientOptions } from "./client.ts";
import type { Schemas } from "./schemas.ts";
import { serverSentEvents } from "./server-sent-events.ts";

type UiPart = Schemas["UiMessagePart"];

export interface PlumblineChatOptions extends Omit<PlumblineClientOptions, "apiKey"> {
  /** A session's `pls_…` in a browser; a function is asked before each request. */
  apiKey?: string | (() => string | Promise<string>);
  /** Fields of a RunRequest beside the messages. */
  body?: Readonly<Record<string, unknown>>;
}

/** A message as the AI SDK's `ChatTransport` is given it (`ai` 6 and 7). */
interface SentMessages {
  chatId: string;
  messages: readonly unknown[];
  trigger: "submit-message" | "regenerate-message";
  messageId: string | undefined;
  abortSignal: AbortSignal | undefined;
  body?: object | undefined;
}

/** A transport for `useChat`. `Part` is the SDK's own type of a part. */
export interface PlumblineChat<Part = UiPart> {
  sendMessages(sent: SentMessages): Promise<ReadableStream<Part>>;
  /** The run that is under way in the chat, for `resume: true`; `null` where none is. */
  reconnectToStream(chat: { chatId: string }): Promise<ReadableStream<Part> | null>;
}

/**
 * Makes the transport by which `useChat` talks to the agent. Its chat is the conversation. `stop` ends the
 * run at the service, behind the write that is under way, and the message then ends by itself.
 */
export function plumblineChat<Part = UiPart>({
  baseUrl,
  apiKey,
  headers = {},
  fetch = globalThis.fetch,
  body: fields = {},
}: PlumblineChatOptions): PlumblineChat<Part> {
  const send = checkedFetch(fetch as Fetch);
  const request = async (path: string, method: "GET" | "POST", body?: object) => {
    const key = typeof apiKey === "function" ? await apiKey() : apiKey;
    const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const sent = body && { body: JSON.stringify(body) };
    const typed = body ? { "content-type": "application/json" } : {};
    const accept = path.endsWith("/stop") ? "application/json" : EVENT_STREAM;
    return new Request(`${baseUrl.replace(/\/+$/, "")}/api/v1/agent/${path}`, {
      method,
      headers: { ...headers, ...authorization, ...typed, accept },
      ...sent,
    });
  };
  const stop = async (runId: string) => send(await request(`runs/${encodeURIComponent(runId)}/stop`, "POST"));
  return {
    async sendMessages({ chatId, messages, trigger, messageId, abortSignal, body }) {
      const asked = { ...fields, ...body, id: chatId, messages, trigger, messageId };
      const response = await send(await request("stream?protocol=ui-message", "POST", asked));
      return partsOf<Part>(response, { abortSignal, stop });
    },
    async reconnectToStream({ chatId }) {
      const response = await send(await request(`stream/${encodeURIComponent(chatId)}/stream`, "GET"));
      return response.status === 204 ? null : partsOf<Part>(response, { abortSignal: undefined, stop });
    },
  };
}

interface Stopping {
  abortSignal: AbortSignal | undefined;
  stop(runId: string): Promise<unknown>;
}

function partsOf<Part>(response: Response, { abortSignal, stop }: Stopping): ReadableStream<Part> {
  let runId: string | undefined;
  let isAsked = false;
  const askToStop = async () => {
    if (isAsked || runId === undefined || !abortSignal?.aborted) return;
    isAsked = true;
    // Where the service cannot be asked, nobody reads on: the run ends by itself.
    await stop(runId).catch(() => events.return(undefined));
  };
  async function* read(): AsyncGenerator<Part, void> {
    for await (const { data } of serverSentEvents(wholeBody(response))) {
      if (data === "[DONE]") return;
      const part: UiPart = JSON.parse(data);
      if (part.type === "start") runId = part.messageId;
      void askToStop();
      yield part as Part;
    }
  }
  const events = read();
  abortSignal?.addEventListener("abort", () => void askToStop(), { once: true });
  return new ReadableStream<Part>({
    async pull(controller) {
      const { done, value } = await events.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await events.return(undefined);
    },
  });
}
