import { json } from "@plumbline/sandbox/server/reply.ts";
import { sampleText, type ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "http_post_json",
  docs: { does: "JSON to a webhook on the public internet", retried: "no (*)" },
  promises: {
    credential: "optional",
    effect: "write",
    idempotency: "none",
    reads: "outside",
    reach: "caller_chosen",
  },
  valid: [
    { url: "https://hooks.example/1", body: { a: [1, null] } },
    {
      url: "https://hooks.example/1",
      body: "text",
      headers: { "x-signature": "s" },
      bearer_token: "t",
      credential_id: "2f1e9f5c-6d3b-4c8a-9d1e-0a4b7c6d5e4f",
    },
  ],
  invalid: [
    { url: "https://hooks.example/1", body: { a: [1, null] }, headers: { "x-count": 1 } },
    { url: "https://hooks.example/1", body: { a: [1, null] }, bearer_token: 7 },
  ],
  refused: [
    { url: "https://hooks.example/1", body: { a: [1, null] }, headers: { authorization: "Bearer t" } },
    { url: "https://hooks.example/1", body: { a: [1, null] }, bearer_token: "" },
  ],
  calls: {
    "a webhook": {
      args: ({ webhook }) => ({
        url: `${webhook}/hook?a=b%20c#part`,
        body: [1.5, null, sampleText],
        headers: { "X-Signature": "s1" },
      }),
      result: { status: 200, body: { ok: true }, truncated: false },
    },
    "a webhook with a stored key": {
      connection: "webhook",
      args: ({ webhook }) => ({ url: `${webhook}/hook`, body: {} }),
      result: { status: 200, body: { ok: true }, truncated: false },
    },
  },
  plant({ sandbox }, text) {
    sandbox.webhook.scriptAlways("POST /answers", json({ note: text }));
    return { url: `${sandbox.webhook.url}/answers`, body: {} };
  },
};
