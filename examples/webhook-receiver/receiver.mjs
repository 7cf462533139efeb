/**
 * Receives the deliveries of watches: verifies each signature, ignores repeats, and prints the rest.
 *
 *     SIGNING_SECRET=whsec_… node examples/webhook-receiver/receiver.mjs
 *
 * Each watch has its own secret; separate several with commas.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { SIGNING_SECRET = "", PORT = "18790" } = process.env;
const keys = SIGNING_SECRET.split(",").map((secret) =>
  Buffer.from(secret.trim().replace("whsec_", ""), "base64"),
);
const MOST_SECONDS_APART = 300;
/** Use a database in production, so that a restart does not forget them. */
const seen = new Set();

/** Returns why a message is invalid; `undefined` if one of the secrets signed it in the last five minutes. */
function refusalOf(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures = "" } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < MOST_SECONDS_APART))
    return "its webhook-timestamp is missing or not of the last five minutes";
  const given = String(signatures)
    .split(" ")
    .map((signature) => signature.split(","))
    .filter(([version]) => version === "v1")
    .map(([, text = ""]) => Buffer.from(text, "base64"));
  const fits = keys.some((key) => {
    // Standard Webhooks signs the id, the time and the body.
    const expected = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest();
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
  return fits ? undefined : "no secret in SIGNING_SECRET made its signature (plumbline watch secret ID)";
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString("utf8");
  const refusal = refusalOf(request.headers, body);
  if (refusal !== undefined) {
    console.log(`refused ${String(request.headers["webhook-id"])}: ${refusal}`);
    response.writeHead(401).end();
    return;
  }
  // Answer first and work afterwards: the sender waits for at most 15 s.
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
