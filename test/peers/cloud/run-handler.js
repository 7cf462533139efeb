/**
 * A process of one function: loads the handler that its argument names and does what it is sent,
 * `{id, event, remainingMs}` to be answered by `{id, answer}` or `{id, failure}`, and `{aheadMs}` to put its
 * clock forward. Plain JavaScript, as nothing but Node shall stand between the bundle and its process.
 */
import { Writable } from "node:stream";

const realNow = Date.now;
let aheadMs = 0;
Date.now = () => realNow() + aheadMs;

// What aws-lambda-ric 4.0.2 offers a handler for streaming; its bytes on the wire are held in
// test/peers/lambda.
const streaming = new WeakSet();
globalThis.awslambda = {
  streamifyResponse(handler) {
    streaming.add(handler);
    return handler;
  },
  HttpResponseStream: {
    from: (stream, metadata) => Object.assign(stream, { metadata }),
  },
};

const { handler } = await import(process.argv[2] ?? "");

async function streamed(event, context) {
  const chunks = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  await handler(event, stream, context);
  return { ...stream.metadata, body: Buffer.concat(chunks).toString("utf8") };
}

process.on("message", async ({ id, event, remainingMs, aheadMs: forward }) => {
  if (forward !== undefined) {
    aheadMs = forward;
    return;
  }
  const context = { awsRequestId: `invocation-${id}`, getRemainingTimeInMillis: () => remainingMs };
  try {
    const answer = streaming.has(handler) ? await streamed(event, context) : await handler(event, context);
    process.send({ id, answer });
  } catch (error) {
    process.send({ id, failure: String(error) });
  }
});
process.on("disconnect", () => process.exit());
process.send({ ready: true });
