import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { toOptionalField } from "../answer-fields.ts";
import { addCompletedSteps } from "../partly-done.ts";
import { type ChatappContext, callChatapp } from "./chatapp-client.ts";
import type { ChatappMessage } from "./text/messages.ts";

/** Result of `chatapp_post_channel` and `chatapp_dm`. */
export const postedMessage = z.lazy(() =>
  z.object({
    id: z.string().describe("The message's timestamp."),
    channel: z.string(),
    url: z.string().optional(),
    messages: z.array(z.object({ id: z.string() })).optional(),
  }),
);

/** Response of `chat.postMessage`. Without `ts` the message cannot be identified. */
const postResponse = z.lazy(() =>
  z.object({
    ts: z.string().min(1),
    channel: toOptionalField(z.string().min(1)),
  }),
);

/**
 * Posts messages to a channel or thread. All after the first are replies in its thread. A retry continues
 * with the first message that is not posted yet. If a later message fails, throws an adapter error that lists
 * the posted ones.
 */
export async function postMessages(
  context: ChatappContext & Pick<ActionContext, "once">,
  baseUrl: string,
  { channel, threadTs }: { channel: string; threadTs?: string | undefined },
  messages: readonly ChatappMessage[],
): Promise<z.output<typeof postedMessage>> {
  const posted: z.output<typeof postResponse>[] = [];
  for (const message of messages) {
    const [first] = posted;
    const target = first?.channel ?? channel;
    const thread_ts = threadTs ?? first?.ts;
    const fields: Record<string, string> = { channel: target, ...message };
    if (thread_ts !== undefined) fields.thread_ts = thread_ts;
    const call = { method: "chat.postMessage", effect: "write", fields, answer: postResponse } as const;
    try {
      const step = `message ${posted.length + 1}`;
      posted.push(await context.once(step, () => callChatapp(context, baseUrl, call)));
    } catch (error) {
      if (posted.length === 0) throw error;
      const ids = posted.map(({ ts }) => ts).join(", ");
      throw addCompletedSteps(error, {
        done: `Of ${messages.length} parts, the messages ${ids} were posted in ${target}.`,
        nextStep: `Post only the missing parts, in the thread ${thread_ts}; posting everything again would create duplicates.`,
      });
    }
  }
  const [first] = posted;
  return {
    id: first?.ts ?? "",
    channel: first?.channel ?? channel,
    ...(first && buildMessageUrl(first, threadTs, context)),
    ...(posted.length > 1 && { messages: posted.map(({ ts }) => ({ id: ts })) }),
  };
}

/**
 * Returns the URL of a posted message, if the workspace is known from testing the token. Slack's
 * documentation of chat.getPermalink defines its format, so no request is needed.
 */
function buildMessageUrl(
  { ts, channel }: z.output<typeof postResponse>,
  threadTs: string | undefined,
  { credential: { accountUrl } }: ChatappContext,
): { url?: string } {
  if (channel === undefined || accountUrl === undefined) return {};
  const url = new URL(`archives/${channel}/p${ts.replace(".", "")}`, accountUrl);
  if (threadTs !== undefined) url.search = `thread_ts=${threadTs}&cid=${channel}`;
  return { url: url.href };
}

/** Stand-in for the response to a post, used in previews. Later requests refer to its `ts`. */
export const PREVIEWED_POST = { body: { ok: true, ts: "<id of the first message>" } };
