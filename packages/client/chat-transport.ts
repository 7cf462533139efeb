import { streamBody } from "./answer.ts";
import { checkFetch, EVENT_STREAM, type Fetch } from "./checked-fetch.ts";
import type { PlumblineClientOptions } from "./client.ts";
import type { Schemas } from "./schemas.ts";
import { serverSentEvents } from "./server-sent-events.ts";

type UiPart = Schemas["UiMessagePart"];

export interface PlumblineChatOptions extends Omit<PlumblineClientOptions, "apiKey"> {
  /** In a browser, the session's `pls_…`. A function is called before each request. */
  apiKey?: string | (() => string | Promise<string>);
  /** Fields of a RunRequest to send along with the messages. */
  body?: Readonly<Record<string, unknown>>;
  /** Called with what the run wrote before `stop` ended it. The SDK itself shows nothing after `stop`. */
  onStopped?: (run: Schemas["RunDetail"]) => void;
}

/** Arguments that the AI SDK passes to its `ChatTransport` to send a message (`ai` 6 and 7). */
interface SentMessages {
  chatId: string;
  messages: readonly unknown[];
  trigger: "submit-message" | "regenerate-message";
  messageId: string | undefined;
  abortSignal: AbortSignal | undefined;
  body?: object | undefined;
}

/** A transport for `useChat`. `Part` is the SDK's own type of a message part. */
export interface PlumblineChat<Part = UiPart> {
  sendMessages(sent: SentMessages): Promise<ReadableStream<Part>>;
  /** Returns the chat's run in progress, for `resume: true`, or `null`. */
  reconnectToStream(chat: {
    chatId: string;
    abortSignal?: AbortSignal | undefined;
  }): Promise<ReadableStream<Part> | null>;
  /** Tells the SDK that a resumed run starts over: the SDK then replaces what it has shown of the run. */
  readonly resumeStreamIsReplay: true;
}

/**
 * Creates the transport through which `useChat` talks to the agent. The SDK's chat is the conversation.
 * `stop` ends the run on the service after the write in progress.
 */
export function plumblineChat<Part = UiPart>({
  baseUrl,
  apiKey,
  headers = {},
  fetch = globalThis.fetch,
  body: fields = {},
  onStopped = () => undefined,
}: PlumblineChatOptions): PlumblineChat<Part> {
  const send = checkFetch(fetch as Fetch);
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
  const stop = async (runId: string) => {
    const response = await send(await request(`runs/${encodeURIComponent(runId)}/stop`, "POST"));
    onStopped((await response.json()) as Schemas["RunDetail"]);
  };
  return {
    resumeStreamIsReplay: true,
    async sendMessages({ chatId, messages, trigger, messageId, abortSignal, body }) {
      const asked = { ...fields, ...body, id: chatId, messages, trigger, messageId };
      const response = await send(await request("stream?protocol=ui-message", "POST", asked));
      return partsOf<Part>(response, { abortSignal, stop });
    },
    async reconnectToStream({ chatId, abortSignal }) {
      const response = await send(await request(`stream/${encodeURIComponent(chatId)}/stream`, "GET"));
      return response.status === 204 ? null : partsOf<Part>(response, { abortSignal, stop });
    },
  };
}

interface Stopping {
  abortSignal: AbortSignal | undefined;
  stop(runId: string): Promise<void>;
}

/** Returns the parts of a run. Stops the run when the signal aborts. */
async function partsOf<Part>(
  response: Response,
  { abortSignal, stop }: Stopping,
): Promise<ReadableStream<Part>> {
  const parts = readParts(response);
  // Reads the first part now because it names the run: a reader may stop the run before reading anything.
  const start = await parts.next();
  const askToStop = () => {
    // If the service cannot be reached, the reader just leaves: the run ends on its own.
    if (start.value?.type === "start") stop(start.value.messageId).catch(() => parts.return(undefined));
  };
  if (abortSignal?.aborted) askToStop();
  else abortSignal?.addEventListener("abort", askToStop, { once: true });
  let next: typeof start | undefined = start;
  return new ReadableStream<Part>({
    async pull(controller) {
      const { done, value } = next ?? (await parts.next());
      next = undefined;
      if (done) {
        abortSignal?.removeEventListener("abort", askToStop);
        controller.close();
      } else controller.enqueue(value as Part);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

async function* readParts(response: Response): AsyncGenerator<UiPart, void> {
  for await (const { data } of serverSentEvents(streamBody(response))) {
    if (data === "[DONE]") return;
    yield JSON.parse(data);
  }
}
