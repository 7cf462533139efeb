import { createParser } from "eventsource-parser";

/** One server-sent event. */
export interface ServerSentEvent {
  /** `message` when the stream names none. */
  type: string;
  /** The lines of its data, joined. */
  data: string;
  id?: string;
}

/**
 * Reads the events of a stream as they arrive (WHATWG HTML, "Server-sent events"), wherever its bytes are
 * cut. Skips comments, and an event that no blank line ends.
 */
export async function* serverSentEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void> {
  const decoder = new TextDecoder();
  const arrived: ServerSentEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data, id }) =>
      arrived.push({ type: event || "message", data, ...(id !== undefined && { id }) }),
  });
  let endedInReturn = false;
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true });
    if (text === "") continue;
    // The parser keeps a line that ends in CR until more arrives, as an LF may follow: it is given LF alone.
    const lines = endedInReturn && text.startsWith("\n") ? text.slice(1) : text;
    endedInReturn = text.endsWith("\r");
    parser.feed(lines.replace(/\r\n?/g, "\n"));
    yield* arrived.splice(0);
  }
}
