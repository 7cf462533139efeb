import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { providerTitle } from "../define-adapter.ts";
import { CHATAPP_REQUEST_ID, callChatapp } from "./chatapp-client.ts";
import {
  allowMentions,
  channelOf,
  channelReference,
  liveMarkup,
  messageText,
  outgoingText,
  postAnswer,
  posted,
  postedMessage,
  threadReference,
} from "./message.ts";
import { chatapp } from "./provider.ts";

/** `chatapp_post_channel`: a message in a channel, or in a thread of it. */
export function chatappPostChannel(baseUrl: string): Tool {
  return defineTool({
    name: "chatapp_post_channel",
    title: "Post in a chat channel",
    description: `Posts a message in a channel or thread of the ${providerTitle(chatapp)}. Not for one person: use chatapp_dm.`,
    input: z.object({
      channel: channelReference
        .optional()
        .describe("Id (C…), link or #name; not needed when thread_ts is a link."),
      text: messageText,
      thread_ts: threadReference.optional().describe("Message to answer: id or link."),
      allow_mentions: allowMentions,
    }),
    example: { channel: "#general", text: "The build is *green*." },
    output: postedMessage,
    credential: { use: "required", kinds: ["chatapp_bot", "chatapp_user"] },
    effect: "write",
    idempotency: "none",
    reach: { to: "provider", baseUrls: [baseUrl], requestIdHeader: CHATAPP_REQUEST_ID },
    reads: "nothing",
    destinations: ({ text, allow_mentions, ...place }) => [
      { kind: "channel", value: channelOf(place), argument: "channel" },
      ...(allow_mentions ? liveMarkup(text) : []),
    ],
    resolved: (result, place) => [{ names: [channelOf(place)], id: result.channel }],
    identifiers: ["channel", "thread_ts"],
    async run({ text, allow_mentions, ...place }, context) {
      const channel = channelOf(place);
      const threadTs = place.thread_ts?.ts;
      const answer = await callChatapp(
        context,
        { baseUrl, token: context.credential.token },
        {
          method: "chat.postMessage",
          effect: "write",
          fields: {
            channel,
            text: outgoingText(text, allow_mentions),
            ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
          },
          answer: postAnswer,
        },
      );
      return posted(answer, { channel, threadTs }, context.credential.accountUrl);
    },
  });
}
