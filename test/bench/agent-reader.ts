import { setTimeout } from "node:timers/promises";
import { Agent, request } from "undici";
import { countLetters, machineTime, type Read } from "./agent-timing.ts";

/**
 * Streams to open at one URL: the bodies of their requests by their names, and how long to wait after opening
 * each.
 */
export interface ReadOrder {
  url: string;
  headers: Record<string, string>;
  bodies: Record<string, string>;
  apartMs: number;
}

/**
 * The events of both wires as far as they are read: a chunk of the agent's, or one of a Chat Completions
 * stream.
 */
interface WireEvent {
  type?: string;
  text?: string;
  stop_reason?: string;
  choices?: { delta?: { content?: string } }[];
}

const pool = new Agent({ connections: 512 });

/** One stream, read to its end; every piece of text is stamped when its bytes came. */
async function read(order: ReadOrder, name: string, body: string): Promise<Read> {
  const headers = { "content-type": "application/json", ...order.headers };
  const noted: Read = {
    name,
    askedAt: machineTime(),
    firstEventAt: Number.NaN,
    letters: [],
    at: [],
    withheld: 0,
  };
  const answer = await request(order.url, { method: "POST", headers, body, dispatcher: pool });
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}: ${await answer.body.text()}`);
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of answer.body) {
    const at = machineTime();
    const events = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) note(noted, at, event);
  }
  return noted;
}

function note(noted: Read, at: number, event: string): void {
  if (Number.isNaN(noted.firstEventAt)) noted.firstEventAt = at;
  const data = /^data: (\{.*)$/m.exec(event)?.[1];
  if (data === undefined) return;
  const { type, text, stop_reason = "end", choices }: WireEvent = JSON.parse(data);
  if (type === "error" || stop_reason !== "end") throw new Error(`${noted.name} failed: ${data}`);
  const said = text ?? choices?.[0]?.delta?.content ?? "";
  if (said.trim() === "") return;
  noted.letters.push((noted.letters.at(-1) ?? 0) + countLetters(said));
  noted.at.push(at);
  if (type === "unverified") noted.withheld++;
}

/** A client of the agent, or of the model itself, in a process of its own. */
process.on("message", async (order: ReadOrder) => {
  const streams: Promise<Read>[] = [];
  for (const [name, body] of Object.entries(order.bodies)) {
    streams.push(read(order, name, body));
    if (order.apartMs > 0) await setTimeout(order.apartMs);
  }
  process.send?.(await Promise.all(streams));
});
process.once("disconnect", () => process.exit());
process.send?.("ready");
