/** A way to write a secret so that whoever reads it can have it back. */
export type Encoding = readonly [name: string, write: (secret: string) => string];

const base64 = (text: string) => Buffer.from(text).toString("base64");
const each = (text: string, write: (character: string) => string) => Array.from(text, write).join("");
const code = (character: string, radix: number, length: number) =>
  character.charCodeAt(0).toString(radix).padStart(length, "0");
const percent = (character: string) =>
  Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
const escapeOfTwo = (character: string) =>
  character < "\u0100" ? `\\x${code(character, 16, 2)}` : character;
const units = (text: string, write: (unit: string) => string) => text.split("").map(write).join("");

/** The ways in which tokens were seen to come back. */
export const ENCODINGS: readonly Encoding[] = [
  ["as it is", (secret) => secret],
  ["in upper case", (secret) => secret.toUpperCase()],
  ["in lower case", (secret) => secret.toLowerCase()],
  ["in base64", base64],
  ["in base64 behind one byte", (secret) => base64(`:${secret}`)],
  ["in base64 between others", (secret) => base64(`u:${secret}\n`)],
  ["in base64 without padding", (secret) => base64(secret).replace(/=+$/, "")],
  ["in base64url", (secret) => Buffer.from(secret).toString("base64url")],
  ["in folded base64", (secret) => base64(`${secret} and so on`).replace(/.{19}/g, "$&\r\n")],
  ["in base64 in base64", (secret) => base64(base64(secret))],
  ["in hexadecimal", (secret) => Buffer.from(secret).toString("hex")],
  ["in upper-case hexadecimal", (secret) => Buffer.from(secret).toString("hex").toUpperCase()],
  ["in spaced hexadecimal", (secret) => Buffer.from(secret).toString("hex").replace(/../g, "$& ")],
  ["percent-encoded where it must be", encodeURIComponent],
  ["percent-encoded throughout", (secret) => each(secret, percent)],
  [
    "percent-encoded here and there",
    (secret) =>
      Array.from(secret, (character, at) =>
        at % 3 === 0 ? percent(character).toUpperCase() : character,
      ).join(""),
  ],
  ["percent-encoded twice", (secret) => encodeURIComponent(each(secret, percent))],
  ["as a JSON string", (secret) => JSON.stringify(secret)],
  ["as JSON in JSON", (secret) => JSON.stringify(JSON.stringify({ secret }))],
  ["in escapes of four digits", (secret) => units(secret, (unit) => `\\u${code(unit, 16, 4)}`)],
  ["in escapes of two digits", (secret) => each(secret, escapeOfTwo)],
  ["in escapes in braces", (secret) => each(secret, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)],
  ["in decimal entities", (secret) => each(secret, (character) => `&#${character.codePointAt(0)};`)],
  [
    "in hexadecimal entities",
    (secret) => each(secret, (character) => `&#x${character.codePointAt(0)?.toString(16)};`),
  ],
  [
    "in named entities",
    (secret) =>
      secret.replace(
        /[&<>"'+/=]/g,
        (mark) =>
          ({
            "&": "&amp;",
            "<": "&lt;",
            ">": "&gt;",
            '"': "&quot;",
            "'": "&apos;",
            "+": "&plus;",
            "/": "&sol;",
          })[mark] ?? "&equals;",
      ),
  ],
  ["spaced out", (secret) => Array.from(secret).join(" ")],
  ["on a line for each character", (secret) => Array.from(secret).join("\r\n\t")],
  ["with characters of no width", (secret) => Array.from(secret).join("\u200b")],
];
