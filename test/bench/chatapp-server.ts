import { startChatapp } from "@plumbline/sandbox/chatapp/chatapp.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";

/** The sandbox's chat app in a process of its own, with a standing answer and a memory that does not grow. */
const POST = "POST /api/chat.postMessage";
const answer = json({
  ok: true,
  channel: "C0GENERAL",
  ts: "1770000000.000100",
  message: {
    type: "message",
    user: "U0BOT",
    bot_id: "B01",
    text: "The build is green.",
    ts: "1770000000.000100",
  },
});

const server = await startChatapp();
const restart = () => {
  server.clear();
  server.scriptAlways(POST, answer);
};
restart();
setInterval(restart, 1_000);
process.send?.(`${server.url}/api/`);
