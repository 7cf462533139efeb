import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createSecureContext, TLSSocket, connect as tlsConnect } from "node:tls";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";

/** The course of one connection on its way to Dovecot. `at` is a command, such as `UID FETCH`. */
export type Fate =
  | { type: "passes" }
  /** Reset before a byte is sent. */
  | { type: "refused" }
  /** Taken, and nothing is said; with `at` from that command on. */
  | { type: "hangs"; at?: string }
  /** Closed when this share of the bytes that answer the first FETCH has passed. */
  | { type: "cut"; share: number }
  /** The answers come in pieces of so many bytes; `between` is called before each. */
  | { type: "slow"; bytes: number; between: () => void }
  /**
   * Answered in Dovecot's place: a tagged answer without its tag, or a BYE, behind which the connection is
   * closed.
   */
  | { type: "told"; at: string; answer: string }
  /** The same in place of the greeting. */
  | { type: "dismissed"; bye: string };

/**
 * Stands between a mail client and Dovecot. It ends the TLS of both with Dovecot's own certificate, and so
 * reads what is said.
 */
export interface ImapRelay {
  readonly port: number;
  /** Connections taken so far. */
  connections(): number;
  /** The next connections go these ways, and all further ones that of the last. */
  fates(...fates: readonly [Fate, ...Fate[]]): void;
  /** Resolves when the next connection begins to hang. */
  nextHeld(): Promise<void>;
  close(): Promise<void>;
}

export async function startImapRelay(dovecotPort: number): Promise<ImapRelay> {
  const { cert, key } = sandboxCertificate();
  const secureContext = createSecureContext({ cert, key });
  const sockets = new Set<Socket>();
  let fates: readonly Fate[] = [];
  let connections = 0;
  let announce: () => void = () => undefined;
  const newAnnouncement = () =>
    new Promise<void>((resolve) => {
      announce = resolve;
    });
  let nextHeld = newAnnouncement();
  const held = () => {
    announce();
    nextHeld = newAnnouncement();
  };

  const take = (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    const fate = fates[0] ?? { type: "passes" };
    if (fates.length > 1) fates = fates.slice(1);
    if (fate.type === "refused") return void socket.resetAndDestroy();
    if (fate.type === "hangs" && fate.at === undefined) return held();
    const client = new TLSSocket(socket, { isServer: true, secureContext });
    if (fate.type === "dismissed") {
      client.on("error", () => client.destroy()).end(`* BYE ${fate.bye}\r\n`);
      return;
    }
    const dovecot = tlsConnect({ host: "127.0.0.1", port: dovecotPort, ca: cert });
    sockets.add(dovecot);
    dovecot.on("close", () => sockets.delete(dovecot));
    relay(client, dovecot, fate, held);
  };
  const server = createServer(take).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no TCP address.");
  return {
    port: address.port,
    connections: () => connections,
    fates(...next) {
      fates = next;
    },
    nextHeld: () => nextHeld,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function relay(client: TLSSocket, dovecot: TLSSocket, fate: Fate, held: () => void): void {
  const end = () => {
    client.destroy();
    dovecot.destroy();
  };
  client.on("error", end).on("close", end);
  dovecot.on("error", end);
  let fetchTag: string | undefined;
  onCommands(client, (line, tag, command) => {
    if ("at" in fate && fate.at === command) {
      if (fate.type === "hangs") held();
      else if (fate.answer.startsWith("BYE")) client.end(`* ${fate.answer}\r\n`);
      else client.write(`${tag} ${fate.answer}\r\n`);
      return;
    }
    if (command === "UID FETCH") fetchTag = tag;
    dovecot.write(line);
  });

  let answer = Buffer.alloc(0);
  let turn = Promise.resolve();
  dovecot.on("data", (chunk: Buffer) => {
    if (fate.type === "slow") turn = turn.then(() => slowly(client, chunk, fate));
    else if (fate.type !== "cut" || fetchTag === undefined) client.write(chunk);
    else {
      answer = Buffer.concat([answer, chunk]);
      if (answer.includes(`\r\n${fetchTag} OK`))
        client.end(answer.subarray(0, Math.floor(answer.length * fate.share)));
    }
  });
  dovecot.on("end", () => void turn.then(() => client.end()));
}

/** Hands on the lines that a client sends, each with its tag and command. */
function onCommands(client: TLSSocket, take: (line: string, tag: string, command: string) => void): void {
  let text = "";
  client.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf("\r\n"); end !== -1; end = text.indexOf("\r\n")) {
      const line = text.slice(0, end + 2);
      text = text.slice(end + 2);
      const [, tag = "", command = ""] = /^(\S+) ((?:UID )?\w+)/.exec(line) ?? [];
      take(line, tag, command.toUpperCase());
    }
  });
}

async function slowly(
  client: TLSSocket,
  chunk: Buffer,
  { bytes, between }: Extract<Fate, { type: "slow" }>,
): Promise<void> {
  for (let at = 0; at < chunk.length && !client.destroyed; at += bytes) {
    between();
    client.write(chunk.subarray(at, at + bytes));
    await nextTurn();
  }
}
