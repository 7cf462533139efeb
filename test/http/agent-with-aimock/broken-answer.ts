import {
  bodyOf,
  cutBody,
  hangInBody,
  type Message,
  type Reply,
  slowDrip,
} from "@plumbline/sandbox/server/reply.ts";
import type { ScriptedReply } from "@plumbline/sandbox/server/script.ts";

/** The connection is closed where `text` begins on the wire, in the middle of an event. */
export function cutAt(text: string): ScriptedReply {
  return reworked((answer, place) => cutBody(answer, { afterBytes: place, framing: "chunked" }), text);
}

/** Nothing more comes from where `text` begins on the wire, and the connection stays open. */
export function silentAt(text: string): ScriptedReply {
  return reworked(hangInBody, text);
}

/** One byte before `text` is another one: no JSON any more, and not what a checksum was made of. */
export function brokenAt(text: string): ScriptedReply {
  return reworked((answer, place) => {
    const body = Buffer.from(bodyOf(answer));
    body.write("{", place - 1);
    return { ...answer, body };
  }, text);
}

/** The answer comes a few bytes at a time, so that events and characters are cut anywhere. */
export function dripped(bytesPerChunk: number): ScriptedReply {
  return reworked((answer) => slowDrip(answer, { bytesPerChunk, intervalMs: 1 }), "");
}

/** aimock's own answer, turned into something else at the byte where `text` begins. */
function reworked(rework: (answer: Message, place: number) => Reply, text: string): ScriptedReply {
  return async (request, handle) => {
    const answer = await handle(request);
    if ("fault" in answer) return answer;
    const place = bodyOf(answer).indexOf(text);
    if (place === -1) throw new Error(`the model's answer does not hold ${text}`);
    return rework(answer, place);
  };
}
