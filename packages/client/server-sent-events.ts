import { createParser } from "eventsource-parser";

export interface ServerSentEvent {
  /** `message` if the stream gives no type. */
  type: string;
  /** The event's data lines, joined. */
  data: string;
  id?: string;
}

/**
 * Yields the events of a stream as they arrive (WHATWG HTML, "Server-sent events"), however its bytes are
 * split. Skips comments, and a last event without a blank line after it.
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
    // The parser holds back a line ending in CR until more arrives, because LF may follow. So pass it LF
    // only.
    const lines = endedInReturn && text.startsWith("\n") ? text.slice(1) : text;
    endedInReturn = text.endsWith("\r");
    parser.feed(lines.replace(/\r\n?/g, "\n"));
    yield* arrived.splice(0);
  }
}
