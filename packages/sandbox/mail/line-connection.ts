import type { Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { sandboxCertificate } from "../tls/sandbox-certificate.ts";

const CRLF = Buffer.from("\r\n");

/**
 * The server's side of a mail connection. Reads and writes lines ending in CRLF and byte runs of known length
 * (IMAP literals), and can switch to TLS (STARTTLS). All reads return `undefined` after the client
 * disconnects.
 */
export class LineConnection {
  readonly #tcp: Socket;
  /** The stream to read and write: the TCP connection, or TLS over it. */
  #socket: Socket;
  #buffered = Buffer.alloc(0);
  #ended = false;
  #wake: () => void = () => undefined;
  #secure = false;
  #handshaking = false;

  constructor(socket: Socket) {
    this.#tcp = socket;
    this.#socket = socket;
    this.#listen(socket);
  }

  /** True once TLS is on. */
  get secure(): boolean {
    return this.#secure;
  }

  /** Reads the next line as UTF-8, without its CRLF. */
  async readLine(): Promise<string | undefined> {
    const end = await this.#until(() => this.#buffered.indexOf(CRLF));
    return end === undefined ? undefined : this.#take(end, CRLF.length).toString("utf8");
  }

  async readBytes(length: number): Promise<Buffer | undefined> {
    const end = await this.#until(() => (this.#buffered.length >= length ? length : -1));
    return end === undefined ? undefined : this.#take(length, 0);
  }

  /** Writes a line and its CRLF. */
  writeLine(line: string): void {
    this.write(`${line}\r\n`);
  }

  write(data: string | Buffer): void {
    if (!this.#ended) this.#socket.write(data);
  }

  /** Starts TLS as the server. Discards anything the client sent before its handshake (CVE-2011-0411). */
  startTls(): void {
    this.#tcp.removeAllListeners("data");
    this.#buffered = Buffer.alloc(0);
    const { cert, key } = sandboxCertificate();
    const socket = new TLSSocket(this.#tcp, {
      isServer: true,
      secureContext: createSecureContext({ cert, key }),
    });
    this.#socket = socket;
    this.#secure = true;
    this.#handshaking = true;
    socket.once("secure", () => {
      this.#handshaking = false;
    });
    this.#listen(socket);
  }

  /** Closes the connection cleanly. Destroys it if the client left during the TLS handshake. */
  end(): void {
    if (this.#ended && this.#handshaking) this.#tcp.destroy();
    else this.#socket.end();
  }

  /** Resets the connection (TCP RST). */
  reset(): void {
    this.#tcp.resetAndDestroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #listen(socket: Socket): void {
    const finish = () => {
      this.#ended = true;
      this.#wake();
    };
    socket.on("data", (chunk: Buffer) => {
      this.#buffered = Buffer.concat([this.#buffered, chunk]);
      this.#wake();
    });
    // Many tests are about clients that disconnect. The reader notices the disconnection.
    socket.on("error", finish);
    socket.on("end", finish);
    socket.on("close", finish);
  }

  async #until(find: () => number): Promise<number | undefined> {
    for (;;) {
      const found = find();
      if (found >= 0) return found;
      if (this.#ended) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #take(length: number, separator: number): Buffer {
    const taken = this.#buffered.subarray(0, length);
    this.#buffered = this.#buffered.subarray(length + separator);
    return taken;
  }
}
