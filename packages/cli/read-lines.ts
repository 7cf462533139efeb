/**
 * The lines of UTF-8 text, without their line feeds; what follows the last one is a line too. A line feed alone ends a line:
 * `node:readline` would also split at carriage returns and, from Node 24 on, at U+2028 and U+2029, which JSON may hold.
 */
export async function* readLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  for await (const bytes of input) {
    const [end = "", ...others] = decoder.decode(bytes, { stream: true }).split("\n");
    begun.push(end);
    for (const next of others) {
      yield begun.join("");
      begun = [next];
    }
  }
  yield begun.join("") + decoder.decode();
}
