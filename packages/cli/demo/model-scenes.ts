import { callingTools } from "@plumbline/sandbox/model/calling-tools.ts";
import { speaking } from "@plumbline/sandbox/model/chat-reply.ts";
import { invention, lyingInSome } from "@plumbline/sandbox/model/lying.ts";
import { truthful } from "@plumbline/sandbox/model/truthful.ts";
import { expectThat, type Scene, streamDemoRun } from "./stage.ts";

const COMPLETIONS = "POST /v1/chat/completions";

/**
 * A model server's models are named after their behaviour. The demo uses the truthful one unless a scene
 * specifies another.
 */
const completion: Scene = async ({ api, narrator }) => {
  narrator.scene("A model may write the answer, from the outcome alone");
  const body = { prompt: "Who was Ada Lovelace?" };
  narrator.asked(`POST /api/v1/autonomy/research/complete ${JSON.stringify(body)}`);
  const { data } = await api.POST("/api/v1/autonomy/research/complete", { body });
  narrator.show(data.completion);
  expectThat(data.completion?.text.includes("mathematician") === true, "a completion");
};

/** The model distorts every second sentence. */
const lyingModel: Scene = async (stage) => {
  stage.narrator.scene("A model that makes things up: the guard passes only what a citation supports");
  stage.sandbox.model.script(COMPLETIONS, speaking(lyingInSome));
  const events = await streamDemoRun(stage, "Tell me about Grace Hopper.");
  const withheld = events.filter(({ type }) => type === "unverified");
  expectThat(withheld.length > 0, "sentences that were withheld");
  expectThat(
    events.some((event) => event.type === "text_delta" && event.citations !== undefined),
    "cited text",
  );
  stage.narrator.say(
    `${withheld.length} sentences were distorted; each is marked and withheld from the text.`,
  );
};

/** Ungrounded: the model calls a tool because the user asked for it. */
const toolLoop: Scene = async (stage) => {
  stage.narrator.scene("The agent calls tools: the same dispatcher, the same credentials");
  const posting = {
    name: "chatapp_post_channel",
    arguments: '{"channel":"C0GENERAL","text":"The release is out."}',
  };
  const reply = speaking(callingTools([[posting]], () => ({ text: "Posted to the channel." })));
  // A reply is used once: one for the call, and one for the text after it.
  stage.sandbox.model.script(COMPLETIONS, reply, reply);
  const events = await streamDemoRun(stage, "Post to the channel C0GENERAL: The release is out.");
  expectThat(
    events.some((event) => event.type === "tool_result" && !event.is_error),
    "a post",
  );
  expectThat(
    events.some((event) => event.type === "text_delta" && event.text.includes("Posted")),
    "a sentence about what was done",
  );
};

/** Shows that the guard also checks the text of messages. */
const sideDoor: Scene = async (stage) => {
  const { narrator, sandbox } = stage;
  narrator.scene("An invented fact does not get out through a tool either");
  const before = sandbox.chatapp.workspace.messages.length;
  const posting = {
    name: "chatapp_post_channel",
    arguments: JSON.stringify({ channel: "C0GENERAL", text: invention }),
  };
  const events = callingTools([[posting]], truthful);
  sandbox.model.script(COMPLETIONS, speaking(events));
  const told = await streamDemoRun(stage, "Who was Ada Lovelace? Post it to the channel C0GENERAL.");
  expectThat(sandbox.chatapp.workspace.messages.length === before, "that nothing was posted");
  expectThat(told.at(-1)?.type === "done", "a whole run");
};

export const modelScenes: readonly Scene[] = [completion, lyingModel, toolLoop, sideDoor];
