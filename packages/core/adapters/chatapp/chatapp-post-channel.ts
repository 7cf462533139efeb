import * as z from "zod";
import { defineTool } from "../../tool/define-tool.ts";
import type { Tool } from "../../tool/tool.ts";
import { CHATAPP_REQUEST_ID, callChatapp } from "./chatapp-client.ts";
import { allowMentions, messageText, outgoingText, postAnswer, postedMessage } from "./message.ts";

/** `chatapp_post_channel`: a message in a channel, or in a thread of it. */
export function chatappPostChannel(baseUrl: string): Tool {
  return defineTool({
    name: "chatapp_post_channel",
    description:
      "Posts a message in a channel of the team's chat app, or in a thread there. Not for one person: use chatapp_dm.",
    input: z.object({
      channel: z
        .string()
        .trim()
        .regex(
          /^(#?[^\s#,]{1,80}|[CDG][A-Z0-9]+)$/,
          "must be a channel id (C…, G…) or a name such as #general",
        )
        .describe("Channel id (C…, G…), or a name such as #general."),
      text: messageText,
      thread_ts: z
        .string()
        .regex(/^\d+\.\d+$/, "must be a message id such as 1770000000.000200")
        .optional()
        .describe("Id of the message whose thread to answer in."),
      allow_mentions: allowMentions,
    }),
    output: postedMessage,
    credential: { use: "required", kinds: ["chatapp_bot", "chatapp_user"] },
    effect: "write",
    idempotency: "none",
    reach: { to: "provider", baseUrls: [baseUrl], requestIdHeader: CHATAPP_REQUEST_ID },
    prose: ["text"],
    async run({ channel, text, thread_ts, allow_mentions }, context) {
      const posted = await callChatapp(
        context,
        { baseUrl, token: context.credential.token },
        {
          method: "chat.postMessage",
          effect: "write",
          fields: {
            channel,
            text: outgoingText(text, allow_mentions),
            ...(thread_ts === undefined ? {} : { thread_ts }),
          },
          answer: postAnswer,
        },
      );
      return { id: posted.ts, channel: posted.channel };
    },
  });
}
