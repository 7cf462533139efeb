import { setTimeout } from "node:timers/promises";
import { Agent, request } from "undici";
import { chatapp } from "./providers/chatapp.ts";

/** Begin making noise at this service, with the key of the noisy tenant. */
export interface NoiseOrder {
  url: string;
  key: string;
  callers: number;
}

/** Requests so far, by the status of their answer. */
export type NoiseHeard = Record<string, number>;

/** Each caller has a connection of its own, as many clients have. */
const pool = new Agent({ connections: 2_000, headersTimeout: 0, bodyTimeout: 0 });
const heard: NoiseHeard = {};

/** One client: calls, and calls again as soon as it may, for as long as there is noise. */
async function call({ url, key }: NoiseOrder): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ arguments: chatapp.args });
  for (;;) {
    const answer = await request(`${url}/api/v1/tools/chatapp_post_channel`, {
      ...{ method: "POST", headers, dispatcher: pool, body },
    });
    await answer.body.text();
    heard[answer.statusCode] = (heard[answer.statusCode] ?? 0) + 1;
    const wait = Number(answer.headers["retry-after"] ?? 0);
    // Clients do not come back in step.
    if (wait > 0) await setTimeout(1_000 * wait * (1 + Math.random()));
  }
}

process.on("message", (order: NoiseOrder | "heard") => {
  if (order === "heard") return void process.send?.(heard);
  for (let at = 0; at < order.callers; at++) void call(order);
  process.send?.("begun");
});
process.once("disconnect", () => process.exit());
process.send?.("ready");
