import { setTimeout } from "node:timers/promises";
import { Agent, request } from "undici";
import { HANGING_WORD } from "./neighbour-words.ts";

/** Begin making noise at this service, with the key of the noisy tenant. */
export interface NoiseOrder {
  url: string;
  key: string;
  calls: number;
  streams: number;
}

/** State of the noise when it was asked for. */
export interface NoiseHeard {
  /** Requests that the service holds open now. */
  open: number;
  /** Requests so far, by the status of their answer. */
  answered: Record<string, number>;
}

/** Each lane has a connection of its own, as a thousand clients have. */
const pool = new Agent({ connections: 2_000, headersTimeout: 0, bodyTimeout: 0 });
const CALL = { arguments: { channel: "C0GENERAL", text: "Hello", timeout_seconds: 120 } };
const RUN = { messages: [{ role: "user", content: `Write a short story about a ${HANGING_WORD}.` }] };
/** A lane that was refused without a word of when to come again waits so long. */
const PAUSE_SECONDS = 1;

const heard: NoiseHeard = { open: 0, answered: {} };

/** One client: asks, and asks again as soon as it may, for as long as there is noise. */
async function lane({ url, key }: NoiseOrder, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  for (;;) {
    heard.open += 1;
    const { status, retryAfter } = await ask(`${url}${path}`, headers, body);
    heard.open -= 1;
    heard.answered[status] = (heard.answered[status] ?? 0) + 1;
    // Clients do not come back in step.
    await setTimeout(1_000 * retryAfter * (1 + Math.random()));
  }
}

async function ask(url: string, headers: Record<string, string>, body: object) {
  try {
    const answer = await request(url, {
      ...{ method: "POST", headers, dispatcher: pool, body: JSON.stringify(body) },
    });
    const text = await answer.body.text();
    const said = Number(answer.headers["retry-after"] ?? /"retry_after_seconds":(\d+)/.exec(text)?.[1]);
    const refused = /"error_code":"(\w+)"/.exec(text)?.[1] ?? "";
    return { status: `${answer.statusCode} ${refused}`.trim(), retryAfter: said || PAUSE_SECONDS };
  } catch {
    return { status: "broken off", retryAfter: PAUSE_SECONDS };
  }
}

/** A tenant whose calls hang and whose streams never end, in a process of its own. */
process.on("message", (order: NoiseOrder | "heard") => {
  if (order === "heard") return void process.send?.(heard);
  for (let at = 0; at < order.calls; at++) void lane(order, "/api/v1/tools/chatapp_post_channel", CALL);
  for (let at = 0; at < order.streams; at++) void lane(order, "/api/v1/agent/stream", RUN);
  process.send?.("begun");
});
process.once("disconnect", () => process.exit());
process.send?.("ready");
