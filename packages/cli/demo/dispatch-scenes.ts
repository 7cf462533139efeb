import { chatappRateLimited } from "@plumbline/sandbox/chatapp/failures.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { closeAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { connect, expectThat, type Scene, showToolCall } from "./stage.ts";

const storedCredential: Scene = async (stage) => {
  const { api, narrator, sandbox } = stage;
  narrator.scene("A tool call through the dispatcher, with a stored credential");
  narrator.asked('POST /api/v1/credentials {"kind":"chatapp_bot","label":"team","token":"…"}');
  const { data: stored } = await api.POST("/api/v1/credentials", {
    body: { kind: "chatapp_bot", label: "team", token: sampleBotToken },
  });
  narrator.show(stored);
  expectThat(!JSON.stringify(stored).includes(sampleBotToken), "an answer without the token");
  narrator.say(
    "The token is encrypted with the tenant's data key; no response and no log line ever contains it.",
  );
  const sent = await showToolCall(stage, "chatapp_dm", {
    to: "ada@example.com",
    text: "The build is green.",
  });
  expectThat(
    sent.ok === true && sandbox.chatapp.workspace.messages.length === 1,
    "one message in the chat app",
  );
  narrator.say(
    `By e-mail address: look up, open, post. The chat app has 1 message: “${sandbox.chatapp.workspace.messages[0]?.text}”`,
  );
};

const retries: Scene = async (stage) => {
  const { narrator, sandbox } = stage;
  narrator.scene("A rate limit is waited out for as long as the provider asks, and no longer");
  sandbox.chatapp.script("POST /api/chat.postMessage", chatappRateLimited(1));
  const result = await showToolCall(stage, "chatapp_post_channel", {
    channel: "C0GENERAL",
    text: "Deploying.",
  });
  expectThat(result.ok === true && result.attempts === 2, "a success at the second attempt");
};

const noDoublePost: Scene = async (stage) => {
  const { narrator, sandbox } = stage;
  narrator.scene("A post that was sent but got no response is not repeated: it may have succeeded");
  const before = sandbox.chatapp.requests.length;
  sandbox.chatapp.script("POST /api/chat.postMessage", closeAfterReading());
  const result = await showToolCall(stage, "chatapp_post_channel", {
    channel: "C0GENERAL",
    text: "Deployed.",
  });
  expectThat(result.outcome_unknown === true, "an outcome reported as unknown");
  narrator.say(`The chat app received the post ${sandbox.chatapp.requests.length - before} time.`);
};

const refusedBeforeTheNetwork: Scene = async (stage) => {
  stage.narrator.scene("Invalid input is refused before anything is sent");
  await showToolCall(stage, "chatapp_dm", { to: "ada@example.com", txt: "typo" });
  const credential_id = await connect(stage, { kind: "crm", label: "sales", token: "a-crm-token" });
  const result = await showToolCall(stage, "chatapp_dm", {
    credential_id,
    to: "U0ADA",
    text: "Hello",
  });
  expectThat(result.error_code === "validation", "the wrong kind of credential refused");
};

const webhooks: Scene = async (stage) => {
  const { narrator, sandbox } = stage;
  narrator.scene("Webhooks go to the public internet and nowhere else");
  const metadata = await showToolCall(stage, "http_post_json", {
    url: "http://169.254.169.254/latest/meta-data",
    body: {},
  });
  const disguised = await showToolCall(stage, "http_post_json", {
    url: "http://0x7f.1:8787/api/v1/tenants",
    body: {},
  });
  expectThat(metadata.ok === false && disguised.ok === false, "both refused");
  narrator.say("This demo's operator has exempted one address, its own webhook receiver:");
  const allowed = await showToolCall(stage, "http_post_json", {
    url: `${sandbox.webhook.url}/hook`,
    body: { build: "green" },
  });
  expectThat(allowed.ok === true, "the webhook's answer");
};

export const dispatchScenes: readonly Scene[] = [
  storedCredential,
  retries,
  noDoublePost,
  refusedBeforeTheNetwork,
  webhooks,
];
