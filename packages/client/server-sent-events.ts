/** One server-sent event. */
export interface ServerSentEvent {
  /** `message` when the stream names none. */
  type: string;
  /** The lines of its data, joined. */
  data: string;
}

/**
 * The events of a stream as they arrive (WHATWG HTML, "Server-sent events"): lines end with LF, CRLF or CR, wherever the bytes are cut;
 * comments are skipped, and so are ids, which nobody here resumes by; an event that no blank line ends is none.
 */
export async function* serverSentEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void> {
  const decoder = new TextDecoder();
  const lines = new Lines();
  let type = "";
  let data: string[] = [];
  for await (const bytes of body) {
    for (const line of lines.push(decoder.decode(bytes, { stream: true }))) {
      const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/su.exec(line) ?? [];
      if (field === "data") data.push(value);
      if (field === "event") type = value;
      if (line !== "") continue;
      if (data.length > 0) yield { type: type || "message", data: data.join("\n") };
      type = "";
      data = [];
    }
  }
}

/** Text cut anywhere, line by line. */
class Lines {
  #begun = "";
  #endedInReturn = false;

  /** The lines that this text ends. */
  push(text: string): string[] {
    if (text === "") return [];
    // The LF of a CRLF that was cut in two.
    const rest = this.#endedInReturn && text.startsWith("\n") ? text.slice(1) : text;
    this.#endedInReturn = text.endsWith("\r");
    const lines = rest.split(/\r\n|\r|\n/);
    lines[0] = this.#begun + lines[0];
    this.#begun = lines.pop() ?? "";
    return lines;
  }
}
