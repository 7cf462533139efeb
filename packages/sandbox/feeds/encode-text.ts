import { TextDecoder } from "node:util";

const tables = new Map<string, ReadonlyMap<string, Buffer>>();

/**
 * Encodes a text by the encoding's WHATWG label. Supports legacy encodings of at most two bytes per character
 * (`windows-1251`, `shift_jis`), `utf-8`, and `utf-16le` or `utf-16be` with a byte order mark. Throws
 * RangeError for a character that the encoding does not have.
 */
export function encodeText(text: string, label: string): Buffer {
  if (label === "utf-8") return Buffer.from(text);
  if (label === "utf-16le") return Buffer.from(`\uFEFF${text}`, "utf16le");
  if (label === "utf-16be") return Buffer.from(`\uFEFF${text}`, "utf16le").swap16();
  const table = tables.get(label) ?? encodingTable(label);
  tables.set(label, table);
  const bytes = Array.from(text, (character) => {
    const encoded = table.get(character);
    if (encoded === undefined) throw new RangeError(`${label} does not have the character ${character}`);
    return encoded;
  });
  return Buffer.concat(bytes);
}

/**
 * Returns the bytes of each character in an encoding. Node can only decode these encodings, so this decodes
 * every byte and every pair of bytes once.
 */
function encodingTable(label: string): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder(label);
  const table = new Map<string, Buffer>();
  const add = (bytes: Buffer) => {
    // Decodes in stream mode, because otherwise Node 20 treats windows-1252 as Latin 1.
    const character = decoder.decode(bytes, { stream: true }) + decoder.decode();
    if ([...character].length === 1 && character !== "\uFFFD" && !table.has(character))
      table.set(character, bytes);
  };
  for (let byte = 0; byte < 0x100; byte++) add(Buffer.of(byte));
  for (let pair = 0x8000; pair < 0x10000; pair++) add(Buffer.of(pair >> 8, pair & 0xff));
  return table;
}
