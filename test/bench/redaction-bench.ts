import { Secret } from "@plumbline/core/access/secret.ts";
import { redactResult, redactText } from "@plumbline/core/dispatch/redaction.ts";
import { SentenceStream } from "@plumbline/grounding/guard";
import { median } from "./measurement.ts";

const ROUNDS = 9;
const TOKEN = "Zx9-nothing_like+a/token=4711";
/** As long as a header may be; all its places look alike. */
const LONG_TOKEN = `${"ab".repeat(8_000)}c`;

interface Shape {
  name: string;
  /** A text of about this many characters. */
  text: (length: number) => string;
  token?: string;
}

const repeated =
  (unit: string) =>
  (length: number): string =>
    unit.repeat(Math.ceil(length / unit.length));

const SHAPES: readonly Shape[] = [
  { name: "sentences", text: repeated("The quick brown fox jumps over the lazy dog. ") },
  { name: "URLs", text: repeated("https://a.example/b?c=d ") },
  { name: "http:// repeated", text: repeated("http://") },
  { name: "? and #", text: repeated("http://a?#?#") },
  { name: "Bearer repeated", text: repeated("Bearer ") },
  { name: "one run of letters", text: repeated("a") },
  { name: "eyJ without dots", text: repeated("eyJaaaaaaaa-") },
  { name: "eyJ with dots", text: repeated("eyJaaaaaaaa.") },
  { name: "a@a@", text: repeated("a@") },
  { name: "user:pass@", text: repeated("//user:pass@") },
  { name: "base64", text: repeated(Buffer.from("anything at all, as it comes").toString("base64")) },
  { name: "base64 of base64", text: (length) => encoded(repeated("text at all ")(length / 1.78), 2) },
  { name: "hexadecimal", text: repeated("6a0f") },
  { name: "percent sequences", text: repeated("%41%2") },
  { name: "backslashes", text: repeated("\\u005c") },
  { name: "entities", text: repeated("&amp;#38;") },
  { name: "a near miss of the token", text: repeated(`${TOKEN.slice(0, 11)}!`) },
  { name: "the token itself", text: repeated(TOKEN) },
  { name: "a token of 16 kB, near misses", text: repeated(`${"ab".repeat(5)}c`), token: LONG_TOKEN },
  { name: "a token of 16 kB, itself", text: repeated(LONG_TOKEN), token: LONG_TOKEN },
  { name: "key marks of tokens", text: repeated("sk-AQ-BSA-1//") },
  { name: "private keys begun", text: repeated("-----BEGIN PRIVATE KEY-----") },
];

const SENTENCES: readonly string[] = [
  ...[
    "1. ",
    "a. ",
    "A. ",
    "e.g. ",
    "word ",
    "a",
    "\n",
    "...",
    "“",
    "(",
    "[",
    "[...",
    "**a",
    "<p",
    "é",
    "。」",
  ],
];

/** Doubles each text and prints how much more it costs; what is linear doubles. */
export async function redactionBench(): Promise<void> {
  report("redactResult, one string of 256,000 characters", 128_000, SHAPES, ({ token = TOKEN }) => {
    const secrets = [new Secret(token)];
    return (text) => redactResult(text, secrets);
  });
  // What is shown is read as far as 16,000 characters.
  report("redactText, 16,000 characters", 8_000, SHAPES, ({ token = TOKEN }) => {
    const secrets = [new Secret(token)];
    return (text) => redactText(text, secrets);
  });
  report("redactResult, many short strings", 64_000, SHAPES.slice(0, 1), () => {
    const secrets = [new Secret(TOKEN)];
    return (text) => redactResult(text.split(" "), secrets);
  });
  report("redactResult, one nested in another", 64_000, [{ name: "arrays", text: repeated("[") }], () => {
    const secrets = [new Secret(TOKEN)];
    return (text) => redactResult(nested(text.length), secrets);
  });
  const sentences = SENTENCES.map((unit) => ({ name: JSON.stringify(unit), text: repeated(unit) }));
  report("SentenceStream, whole, 132,000 characters", 66_000, sentences, () => (text) => streamed([text]));
  report("SentenceStream, in single characters", 33_000, sentences, () => (text) => streamed(text));
}

function report(
  what: string,
  length: number,
  shapes: readonly Shape[],
  prepare: (shape: Shape) => (text: string) => unknown,
): void {
  const rows = shapes.map((shape) => {
    const run = prepare(shape);
    const [once, twice] = [shape.text(length), shape.text(2 * length)];
    cpuOf(() => run(once));
    const rounds = Array.from({ length: ROUNDS }, () => {
      const single = cpuOf(() => run(once));
      return { single, double: cpuOf(() => run(twice)) };
    });
    const double = median(rounds.map((round) => round.double));
    const ratio = median(rounds.map((round) => round.double / round.single));
    return { name: shape.name, ratio, double };
  });
  rows.sort((a, b) => b.ratio - a.ratio);
  console.log(`\n${what}: CPU of twice the text / CPU of the text, medians of ${ROUNDS} rounds`);
  for (const { name, ratio, double } of rows)
    console.log(`  ${name.padEnd(34)} ${ratio.toFixed(2).padStart(6)}   ${double.toFixed(2).padStart(8)} ms`);
  console.log(`  worst ${(rows[0]?.ratio ?? 0).toFixed(2)} (to be reached: at most 2.3)`);
}

/** Milliseconds of CPU, of as many calls as take a few of them. */
function cpuOf(run: () => unknown): number {
  const before = process.cpuUsage();
  let calls = 0;
  let used = 0;
  do {
    run();
    calls += 1;
    const { user, system } = process.cpuUsage(before);
    used = (user + system) / 1000;
  } while (used < 8);
  return used / calls;
}

function streamed(pieces: Iterable<string>): void {
  const stream = new SentenceStream();
  for (const piece of pieces) stream.push(piece);
  stream.end();
}

function encoded(text: string, times: number): string {
  return times === 0 ? text : encoded(Buffer.from(text).toString("base64"), times - 1);
}

function nested(depth: number): unknown {
  let value: unknown = "end";
  for (let at = 0; at < depth; at += 1) value = [value];
  return value;
}
