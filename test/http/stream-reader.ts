/** One event of a stream as it stood on the wire; `comment` lines come as events of type `comment`. */
export interface WireEvent {
  event: string;
  id: number | undefined;
  data: Record<string, unknown>;
}

/** Reads server-sent events one at a time, so that a test decides when it reads. */
export class StreamReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #rest = "";

  constructor(body: ReadableStream<Uint8Array> | null) {
    if (!body) throw new Error("the answer has no body");
    this.#reader = body.getReader();
  }

  /** The next event, or `undefined` at the end. */
  async next(): Promise<WireEvent | undefined> {
    while (!this.#rest.includes("\n\n")) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#rest += this.#decoder.decode(value, { stream: true });
    }
    const end = this.#rest.indexOf("\n\n");
    const block = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end + 2);
    return wireEvent(block);
  }

  async rest(): Promise<WireEvent[]> {
    const events: WireEvent[] = [];
    for (let event = await this.next(); event; event = await this.next()) events.push(event);
    return events;
  }

  /** Reads on until an event of this type. */
  async until(type: string): Promise<WireEvent> {
    for (let event = await this.next(); event; event = await this.next())
      if (event.event === type) return event;
    throw new Error(`the stream ended without ${type}`);
  }

  cancel(): Promise<void> {
    return this.#reader.cancel();
  }
}

function wireEvent(block: string): WireEvent {
  if (block.startsWith(":")) return { event: "comment", id: undefined, data: {} };
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
  return { event: field("event") ?? "", id: Number(field("id")), data: JSON.parse(field("data") ?? "{}") };
}
