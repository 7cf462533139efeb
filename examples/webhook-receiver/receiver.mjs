/**
 * Receives the deliveries of watches: checks each signature, drops what came before, and prints the rest.
 *
 *     SIGNING_SECRET=whsec_… PORT=8080 node examples/webhook-receiver/receiver.mjs
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { SIGNING_SECRET = "", PORT = "8080" } = process.env;
const MOST_SECONDS_APART = 300;
/** In a database, so that a restart does not forget them. */
const seen = new Set();

/** Returns whether a body was signed with the secret within the last minutes (Standard Webhooks). */
function isGenuine(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < MOST_SECONDS_APART)) return false;
  const key = Buffer.from(SIGNING_SECRET.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest();
  return String(signatures)
    .split(" ")
    .some((signature) => {
      const [version, text = ""] = signature.split(",");
      const given = Buffer.from(text, "base64");
      return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
    });
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString("utf8");
  if (!isGenuine(request.headers, body)) {
    response.writeHead(401).end();
    return;
  }
  // Answer first, work afterwards: the sender waits 15 s at most.
  response.writeHead(204).end();
  const id = request.headers["webhook-id"];
  if (seen.has(id)) return;
  seen.add(id);
  const { type, data } = JSON.parse(body);
  console.log(type, JSON.stringify(data));
});
server.listen(Number(PORT), "127.0.0.1", () =>
  console.log(`ready http://127.0.0.1:${server.address().port}`),
);
