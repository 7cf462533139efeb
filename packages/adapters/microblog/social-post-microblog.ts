import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { openAuthorization } from "./authorization.ts";
import { createPost, postedResult } from "./create-post.ts";
import { mediaArgument } from "./media-argument.ts";
import { mediaSource } from "./media-source.ts";
import { type MediaCall, uploadMedia } from "./media-upload.ts";
import { mediaUploadV1 } from "./media-upload-v1.ts";
import { mediaUploadV2 } from "./media-upload-v2.ts";
import { callMicroblog, MICROBLOG_REQUEST_ID } from "./microblog-client.ts";
import { postReference } from "./post-reference.ts";
import { previewUpload } from "./preview-upload.ts";
import { postTextProblem } from "./weighted-length.ts";

const GRANT_SCOPE = "Reconnect the microblog account with the scope media.write.";
const GRANT_UPLOAD =
  "Give the app permission to read and write in the provider's console, then reconnect the account.";

/**
 * `social_post:microblog`: a post with up to four media. `destination` is the guard's word on a URL (egress/guard.ts). Media go
 * through the older upload with OAuth 1.0a, or where that is closed through the newer one, which an OAuth 2 token goes to at once.
 */
export function socialPostMicroblog(
  { baseUrl, uploadBaseUrl }: { baseUrl: string; uploadBaseUrl: string },
  destination: (url: string, what?: string) => URL,
): Tool {
  return defineTool({
    name: "social_post:microblog",
    title: "Post on the microblog",
    description:
      "Publishes a post on the connected microblog account, visible to everybody. Not for direct messages, editing or deleting. " +
      "The same text again is refused.",
    input: z.object({
      text: z
        .string()
        .superRefine((text, context) => {
          const problem = postTextProblem(text);
          if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
        })
        .describe("At most 280 characters; a URL counts 23, an emoji 2. May be empty with media."),
      media: mediaArgument,
      reply_to: postReference.optional().describe("Id or link of the post to reply to."),
    }),
    output: postedResult,
    credential: { use: "required", kinds: ["microblog"] },
    effect: "write",
    idempotency: "none",
    reach: {
      to: "provider",
      baseUrls: [baseUrl, uploadBaseUrl],
      requestIdHeader: MICROBLOG_REQUEST_ID,
      fetches: "media",
    },
    identifiers: ["reply_to", "media.media_type"],
    async run({ text, media = [], reply_to }, context) {
      const hasText = text.trim() !== "";
      if (!hasText && media.length === 0)
        throw new AdapterValidationError("text: must hold more than white space, unless there is media.");
      const sources = media.map((item, index) => mediaSource(item, `media.${index}`, destination));
      const authorization = await openAuthorization(context);
      const callOf =
        (base: string): MediaCall =>
        (call) =>
          callMicroblog(context, authorization, { ...call, baseUrl: base, effect: "read" });
      const uploads =
        authorization.form === "oauth1"
          ? {
              first: mediaUploadV1(callOf(uploadBaseUrl)),
              second: mediaUploadV2(callOf(baseUrl), GRANT_UPLOAD),
            }
          : { first: mediaUploadV2(callOf(baseUrl), GRANT_SCOPE) };
      const ids: string[] = [];
      for (const source of sources) ids.push(await uploadMedia(context, uploads, source));
      return createPost(
        context,
        { baseUrl, authorization },
        {
          ...(hasText ? { text } : {}),
          ...(ids.length > 0 ? { media: { media_ids: ids } } : {}),
          ...(reply_to === undefined ? {} : { reply: { in_reply_to_tweet_id: reply_to } }),
        },
      );
    },
    previewAnswer: previewUpload,
  });
}
