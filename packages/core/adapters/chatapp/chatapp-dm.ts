import * as z from "zod";
import { AdapterValidationError } from "../../errors/adapter-error.ts";
import { defineTool } from "../../tool/define-tool.ts";
import type { Tool } from "../../tool/tool.ts";
import { CHATAPP_REQUEST_ID, callChatapp } from "./chatapp-client.ts";
import { allowMentions, messageText, outgoingText, postAnswer, postedMessage } from "./message.ts";

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const USER_ID = /^[UW][A-Z0-9]+$/;
const CONVERSATION_ID = /^[CDG][A-Z0-9]+$/;

const lookupAnswer = z.object({
  user: z.looseObject({ id: z.string().min(1), deleted: z.boolean().optional() }),
});
const openAnswer = z.object({ channel: z.looseObject({ id: z.string().min(1) }) });

/** `chatapp_dm`: a direct message; by e-mail it looks the person up and opens the conversation first. */
export function chatappDm(baseUrl: string): Tool {
  return defineTool({
    name: "chatapp_dm",
    description:
      "Sends a direct message to one person in the team's chat app. Not for channels: use chatapp_post_channel.",
    input: z.object({
      to: z
        .string()
        .trim()
        .min(1)
        .max(320)
        .describe("User id (U…), conversation id (D…, C…, G…) or e-mail address."),
      text: messageText,
      allow_mentions: allowMentions,
    }),
    output: postedMessage,
    credential: { use: "required", kinds: ["chatapp_bot", "chatapp_user"] },
    effect: "write",
    idempotency: "none",
    reach: { to: "provider", baseUrls: [baseUrl], requestIdHeader: CHATAPP_REQUEST_ID },
    prose: ["text"],
    async run({ to, text, allow_mentions }, context) {
      const outgoing = outgoingText(text, allow_mentions);
      const connection = { baseUrl, token: context.credential.token };

      const findUser = async (email: string) => {
        const fields = { email };
        const call = { method: "users.lookupByEmail", effect: "read", fields, answer: lookupAnswer } as const;
        const { user } = await callChatapp(context, connection, call);
        if (user.deleted)
          throw new AdapterValidationError("The account with this e-mail address is deactivated.");
        return user.id;
      };
      const openConversation = async (users: string) => {
        const call = {
          method: "conversations.open",
          effect: "read",
          fields: { users },
          answer: openAnswer,
        } as const;
        return (await callChatapp(context, connection, call)).channel.id;
      };
      const channelOf = async () => {
        if (EMAIL.test(to)) return openConversation(await findUser(to));
        if (USER_ID.test(to)) return openConversation(to);
        if (CONVERSATION_ID.test(to)) return to;
        throw new AdapterValidationError(
          "to: must be a user id (U…), a conversation id (D…, C…, G…) or an e-mail address.",
        );
      };

      const fields = { channel: await channelOf(), text: outgoing };
      const posted = await callChatapp(context, connection, {
        method: "chat.postMessage",
        effect: "write",
        fields,
        answer: postAnswer,
      });
      return { id: posted.ts, channel: posted.channel };
    },
    previewAnswer({ url }) {
      const method = url.pathname.split("/").at(-1);
      if (method === "users.lookupByEmail") return { body: { ok: true, user: { id: "<id of the user>" } } };
      if (method === "conversations.open")
        return { body: { ok: true, channel: { id: "<id of the conversation>" } } };
      return undefined;
    },
  });
}
