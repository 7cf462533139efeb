import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { matches, RecordedRequest, type RequestMatch } from "./recorded-request.ts";
import { type Reply, text } from "./reply.ts";
import { type Handle, ScriptBook, type ScriptedReply } from "./script.ts";
import { sendReply } from "./send-reply.ts";

/** A provider on loopback. Truthful unless scripted. Its members may be spread into a larger object. */
export interface ScriptedServer {
  readonly name: string;
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Every complete request, oldest first. The list is live. */
  readonly requests: readonly RecordedRequest[];
  /**
   * Errors thrown by handlers and scripts, each of which was answered with a 500. Tests can check that this
   * is empty.
   */
  readonly failures: readonly Error[];
  /**
   * Queues replies to matching requests. Each is used once, in order. Scripts take precedence over the
   * truthful reply.
   */
  script(match: RequestMatch, ...replies: readonly ScriptedReply[]): void;
  /** Sets the reply to every matching request for which no reply is queued, until `clear`. */
  scriptAlways(match: RequestMatch, reply: ScriptedReply): void;
  /** Clears scripts, requests and failures, but not the server's own state. */
  clear(): void;
  /**
   * Resolves with the first `count` matching requests (all match by default) as soon as the last of them was
   * read completely, whether or not it was answered. Rejects if the server closes first.
   */
  waitForRequests(count: number, match?: RequestMatch): Promise<readonly RecordedRequest[]>;
  /** Destroys every connection and stops listening. A second call does nothing. */
  close(): Promise<void>;
}

/** Answer to the request of one tool. */
export interface ToolAnswer {
  /** Method and end of the path, such as `POST /update-issue`. */
  readonly route: string;
  readonly answer: Handle;
}

/** Options for starting a server. */
export interface ScriptedServerOptions {
  readonly name: string;
  /** Answers that take precedence over `handle`, one for each tool that has a file of its own. */
  readonly answers?: readonly ToolAnswer[];
  readonly handle: Handle;
  /** Port on 127.0.0.1. If 0 or omitted, a free port. */
  readonly port?: number | undefined;
}

/** Starts a server on 127.0.0.1. Rejects with the listener's error, for example `EADDRINUSE`. */
export async function startScriptedServer({
  name,
  answers = [],
  handle: handleOthers,
  port = 0,
}: ScriptedServerOptions): Promise<ScriptedServer> {
  const log = new RequestLog();
  const scripts = new ScriptBook();
  const failures: Error[] = [];

  const handle: Handle = (request) => {
    const own = answers.find(({ route }) => {
      const [method, path = ""] = route.split(" ");
      return request.method === method && request.path.endsWith(path);
    });
    return (own?.answer ?? handleOthers)(request);
  };
  const decide = async (request: RecordedRequest): Promise<Reply> => {
    const scripted = scripts.take(request) ?? handle;
    return typeof scripted === "function" ? scripted(request, handle) : scripted;
  };

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const early = scripts.takeEarlyReset(incoming);
    if (early !== undefined) {
      sendReply(early, response);
      return;
    }
    const body = await readBody(incoming);
    if (body === "gone") return;
    if (body === "too_large") {
      sendReply(text("request body too large", 413), response);
      return;
    }
    const request = new RecordedRequest(incoming, body);
    log.add(request);
    sendReply(await decide(request), response);
  };

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((thrown: unknown) => {
      const failure = thrown instanceof Error ? thrown : new Error(String(thrown));
      failures.push(failure);
      sendReply(text(failure.message, 500), response);
    });
  });
  const boundPort = await listen(server, port);
  return {
    name,
    url: `http://127.0.0.1:${boundPort}`,
    port: boundPort,
    requests: log.requests,
    failures,
    script: (match, ...replies) => scripts.queue(match, replies),
    scriptAlways: (match, reply) => scripts.stand(match, reply),
    clear: () => {
      scripts.clear();
      log.clear();
      failures.length = 0;
    },
    waitForRequests: (count, match = "") => log.waitFor(count, match),
    close: async () => {
      log.end(new Error(`${name} was closed while requests were awaited`));
      if (server.listening) await stop(server);
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("the server has no TCP address"));
      else resolve(address.port);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

/** Maximum size of a request body, in bytes (32 MiB). */
const largestBody = 32 * 1024 * 1024;

/**
 * Reads a request to its end and returns its body. Returns `too_large` for a body over the limit, which is
 * read and discarded so that the client receives the refusal. Returns `gone` if the client disconnected while
 * sending.
 */
export function readBody(request: IncomingMessage): Promise<Buffer | "too_large" | "gone"> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > largestBody) chunks = [];
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(size > largestBody ? "too_large" : Buffer.concat(chunks)));
    request.on("close", () => resolve("gone"));
  });
}

interface Waiter {
  readonly count: number;
  readonly match: RequestMatch;
  readonly resolve: (requests: readonly RecordedRequest[]) => void;
  readonly reject: (error: Error) => void;
}

/** The requests that a server has read, in order, and callers waiting for more. */
class RequestLog {
  readonly requests: RecordedRequest[] = [];
  #waiters: Waiter[] = [];

  /** Records a complete request. */
  add(request: RecordedRequest): void {
    this.requests.push(request);
    const waiting = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiting) this.#settleOrKeep(waiter);
  }

  /** Resolves with the first `count` matching requests as soon as there are that many. */
  waitFor(count: number, match: RequestMatch): Promise<readonly RecordedRequest[]> {
    return new Promise((resolve, reject) => this.#settleOrKeep({ count, match, resolve, reject }));
  }

  /** Clears the requests. Waiting callers keep waiting and count from zero. */
  clear(): void {
    this.requests.length = 0;
  }

  /** Rejects all waiting callers with an error, because no more requests will arrive. */
  end(error: Error): void {
    const waiting = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiting) waiter.reject(error);
  }

  #settleOrKeep(waiter: Waiter): void {
    const found = this.requests.filter((request) => matches(waiter.match, request));
    if (found.length >= waiter.count) waiter.resolve(found.slice(0, waiter.count));
    else this.#waiters.push(waiter);
  }
}
