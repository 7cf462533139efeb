import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { atProvider, providerTitle } from "../define-adapter.ts";
import { PREVIEWED_POST, postedMessage, postMessages } from "./post-messages.ts";
import { chatapp } from "./provider.ts";
import { channelReference, resolveChannel, threadReference } from "./references.ts";
import {
  createMessages,
  listMessageDestinations,
  listMessageTexts,
  messageArguments,
} from "./text/outgoing-text.ts";

/** Defines `chatapp_post_channel`, which posts a message in a channel or in one of its threads. */
export function chatappPostChannel(baseUrl: string): Tool {
  return defineTool({
    name: "chatapp_post_channel",
    title: "Post in a chat channel",
    sentence: "Post|Posted[ to {channel}][: {text}]",
    description: `Posts a message in a channel or thread of the ${providerTitle(chatapp)}. Not for one person: use chatapp_dm.`,
    input: z.object({
      channel: channelReference
        .optional()
        .describe("Id (C…), link or #name; not needed when thread_ts is a link."),
      text: messageArguments.text,
      thread_ts: threadReference.optional().describe("Message to reply to: id or link."),
      format: messageArguments.format,
      allow_mentions: messageArguments.allow_mentions,
    }),
    example: { channel: "#general", text: "The build is **green**." },
    output: postedMessage,
    ...atProvider(chatapp, baseUrl),
    effect: "write",
    idempotency: "none",
    reads: "nothing",
    destinations: (input) => [
      { kind: "channel", value: resolveChannel(input), argument: "channel" },
      ...listMessageDestinations(input),
    ],
    texts: listMessageTexts,
    resolved: (result, place) => [{ names: [resolveChannel(place)], id: result.channel }],
    identifiers: ["channel", "thread_ts", "format"],
    async run(input, context) {
      const place = { channel: resolveChannel(input), threadTs: input.thread_ts?.ts };
      const messages = await createMessages(input, context);
      return postMessages(context, baseUrl, place, messages);
    },
    previewAnswer: () => PREVIEWED_POST,
  });
}
