import type { ServerResponse } from "node:http";
import { bodyOf, type Drip, type Fault, type Message, type Reply, type TimedMessage } from "./reply.ts";

/** Sends a reply. Timers end with the connection, so a closed server leaves nothing running. */
export function sendReply(reply: Reply, response: ServerResponse): void {
  if ("fault" in reply) fail(reply, response);
  else answer(reply, response);
}

function answer(reply: TimedMessage, response: ServerResponse): void {
  const body = bodyOf(reply);
  const send = () => {
    writeHead(reply, body, response);
    response.end(body);
  };
  if (reply.delayMs === undefined) {
    send();
    return;
  }
  const timer = setTimeout(send, reply.delayMs);
  response.once("close", () => clearTimeout(timer));
}

function fail(fault: Fault, response: ServerResponse): void {
  switch (fault.fault) {
    case "hang_before_headers":
      return;
    case "reset_before_reading":
    case "reset_after_reading":
      response.socket?.resetAndDestroy();
      return;
    case "close_after_reading":
      response.socket?.destroy();
      return;
    default:
      failWithinMessage(fault, bodyOf(fault.message), response);
  }
}

function failWithinMessage(
  fault: Extract<Fault, { message: Message }>,
  body: Buffer,
  response: ServerResponse,
): void {
  switch (fault.fault) {
    case "hang_after_headers":
      writeHead(fault.message, body, response, body.length > 0 ? "length" : "chunked");
      response.flushHeaders();
      return;
    case "hang_in_body":
      writeHead(fault.message, body, response);
      response.write(body.subarray(0, fault.afterBytes));
      return;
    case "cut_body":
      writeHead(fault.message, body, response, fault.cut.framing);
      response.write(body.subarray(0, fault.cut.afterBytes), () => response.socket?.destroy());
      return;
    case "slow_drip":
      writeHead(fault.message, body, response);
      drip(body, fault.drip, response);
  }
}

function writeHead(
  message: Message,
  body: Buffer,
  response: ServerResponse,
  framing: "length" | "chunked" = "length",
): void {
  const status = message.status ?? 200;
  const mayHaveLength = status !== 204 && status !== 304;
  const headers: Record<string, string> = {};
  if (message.json !== undefined) headers["content-type"] = "application/json; charset=utf-8";
  if (mayHaveLength && framing === "length") headers["content-length"] = String(body.length);
  for (const [name, value] of Object.entries(message.headers ?? {})) headers[name.toLowerCase()] = value;
  response.writeHead(status, headers);
}

function drip(body: Buffer, { bytesPerChunk, intervalMs }: Drip, response: ServerResponse): void {
  let sent = 0;
  response.flushHeaders();
  const timer = setInterval(() => {
    response.write(body.subarray(sent, sent + bytesPerChunk));
    sent += bytesPerChunk;
    if (sent >= body.length) response.end();
  }, intervalMs);
  response.once("close", () => clearInterval(timer));
}
