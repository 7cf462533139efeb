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
  /** Called with what a run has written once `stop` has ended it; the SDK shows nothing after `stop`. */
  onStopped?: (run: Schemas["RunDetail"]) => void;
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
  reconnectToStream(chat: {
    chatId: string;
    abortSignal?: AbortSignal | undefined;
  }): Promise<ReadableStream<Part> | null>;
  /** A run that is found again begins at its start: the SDK then replaces what it had shown of it. */
  readonly resumeStreamIsReplay: true;
}

/**
 * Makes the transport by which `useChat` talks to the agent. Its chat is the conversation. `stop` ends the
 * run at the service, after the write that is under way.
 */
export function plumblineChat<Part = UiPart>({
  baseUrl,
  apiKey,
  headers = {},
  fetch = globalThis.fetch,
  body: fields = {},
  onStopped = () => undefined,
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

/** Returns the parts of a run, which is stopped when the signal aborts. */
async function partsOf<Part>(
  response: Response,
  { abortSignal, stop }: Stopping,
): Promise<ReadableStream<Part>> {
  const parts = readParts(response);
  // Read ahead, as it names the run: a reader may stop the run before it has read anything.
  const start = await parts.next();
  const askToStop = () => {
    // Where the service cannot be asked, nobody reads on: the run ends by itself.
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
  for await (const { data } of serverSentEvents(wholeBody(response))) {
    if (data === "[DONE]") return;
    yield JSON.parse(data);
  }
}
