import { createServer, type ServerResponse } from "node:http";

/** A provider whose answers begin, with 200, and then wait for what the test has them say. */
export interface HeldAnswers {
  url: string;
  /** The next answer that begins. */
  next(): Promise<HeldAnswer>;
  /** Counts the answers that have begun. */
  count(): number;
  close(): Promise<void>;
}

export interface HeldAnswer {
  write(...pieces: Buffer[]): void;
  end(): void;
  /** Closes the connection in the middle of the answer. */
  breakOff(): void;
  /** Resolves when the client has closed the connection, or the answer has ended. */
  closed: Promise<void>;
}

export async function startHeldAnswers(contentType: string): Promise<HeldAnswers> {
  const begun: HeldAnswer[] = [];
  const waiting: ((answer: HeldAnswer) => void)[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": contentType }).flushHeaders();
    count += 1;
    const answer = held(response);
    const first = waiting.shift();
    if (first) first(answer);
    else begun.push(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no TCP address");
  return {
    url: `http://127.0.0.1:${address.port}`,
    next: () =>
      new Promise((resolve) => {
        const answer = begun.shift();
        if (answer) resolve(answer);
        else waiting.push(resolve);
      }),
    count: () => count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function held(response: ServerResponse): HeldAnswer {
  return {
    write: (...pieces) => void response.write(Buffer.concat(pieces)),
    end: () => void response.end(),
    breakOff: () => void response.destroy(),
    closed: new Promise((resolve) => response.once("close", () => resolve())),
  };
}
