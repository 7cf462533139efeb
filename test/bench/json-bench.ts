import { parseJson } from "@plumbline/core/text/parse-json.ts";
import { median } from "./measurement.ts";

const MIB = 1024 * 1024;
const ROUNDS = 15;
const REPEATS = 4;

/** Bodies of 1 MiB, by what they are full of. Those of the second group need mending, and may cost more. */
const BODIES: Readonly<Record<string, (index: number) => string>> = {
  "messages with ids and times": (index) =>
    JSON.stringify({
      id: `C0${index}`,
      text: 'Some words about "the topic",\nwith a line break',
      ts: 1_770_000_000.25 + index,
      created: 1_700_000_000 + index,
      ok: true,
      url: `https://example.com/a/${index}?d=e100`,
    }),
  "contacts in accented text": (index) =>
    JSON.stringify({ name: `Zoë Müller ${index}`, town: "Malmö", n: index }),
  "Japanese text": (index) => JSON.stringify({ text: `日本語のテキスト ${index}` }),
  "ids of 19 digits as texts": (index) => `"${1_234_567_890_123_456_789n + BigInt(index)}"`,
  "numbers of 13 digits": (index) => String(1_770_000_000_000 + index),
  "numbers of 15 digits": (index) => String(123_456_789_012_345 + index),
  "numbers of 16 digits": (index) => String(1_234_567_890_123_456 + index),
  fractions: (index) => String(Math.sqrt(index + 2) / 7),
  "escaped accents": () => String.raw`"\u00e9\u00fc\u4e2d"`,
  "escaped emoji": () => String.raw`"\ud83d\ude00"`,
  backslashes: () => String.raw`"\\\\\\\\\\\\u0000"`,
  "line breaks": () => String.raw`"\n\n\n\n\n\n\n\n"`,
};

const MENDED: Readonly<Record<string, (index: number) => string>> = {
  "numbers of 19 digits": (index) => String(1_234_567_890_123_456_789n + BigInt(index)),
  "half surrogate pairs": () => String.raw`"\ud83d\ud83d"`,
  "escaped controls": () => String.raw`"\u0000\b\u001f"`,
  "texts with digits like a number's": (index) =>
    `"order ${1_234_567_890_123_456_789n + BigInt(index)}, paid"`,
};

/** The cost of reading JSON from outside against decoding and `JSON.parse` alone, in pairs. */
export async function jsonBench(): Promise<void> {
  report("1 MiB of JSON that needs no mending", BODIES);
  report("1 MiB of JSON that does, or looks like it", MENDED);
}

function report(title: string, bodies: typeof BODIES): void {
  console.log(`\n${title}: processor time, and times JSON.parse(body.toString())`);
  for (const [name, item] of Object.entries(bodies)) {
    const body = bodyOf(item);
    pair(body, true);
    const pairs = Array.from({ length: ROUNDS }, (_, round) => pair(body, round % 2 === 0));
    const ratio = median(pairs.map(([plain, ours]) => ours / plain));
    const ms = median(pairs.map(([, ours]) => ours));
    console.log(`  ${name.padEnd(36)} ${ms.toFixed(2).padStart(7)} ms  ×${ratio.toFixed(2)}`);
  }
}

function bodyOf(item: (index: number) => string): Buffer {
  const items: string[] = [];
  for (let index = 0, length = 0; length < MIB; index += 1) {
    const text = item(index);
    items.push(text);
    length += text.length + 1;
  }
  return Buffer.from(`[${items.join(",")}]`);
}

/** Both readings, one right after the other: the machine is then as busy for one as for the other. */
function pair(body: Buffer, plainFirst: boolean): [plain: number, ours: number] {
  if (plainFirst) return [time(() => JSON.parse(body.toString("utf8"))), time(() => parseJson(body))];
  const ours = time(() => parseJson(body));
  return [time(() => JSON.parse(body.toString("utf8"))), ours];
}

function time(read: () => unknown): number {
  globalThis.gc?.();
  // Of the processor: the wall clock also counts what else the machine does.
  const before = process.cpuUsage();
  for (let times = 0; times < REPEATS; times += 1) read();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / REPEATS;
}
