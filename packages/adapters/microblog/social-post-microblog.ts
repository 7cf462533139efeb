import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import { createIdOrLinkArgument, parseLink } from "@plumbline/core/tool/arguments.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { ActionContext, ActionRequest, PreviewAnswer, Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import {
  atProvider,
  createLinkDestination,
  createPostDestination,
  providerTitle,
} from "../define-adapter.ts";
import { type Authorization, openAuthorization } from "./authorization.ts";
import { checkMedia, createEmptyFile, MEDIA_TYPE_NAMES, mediaArgument } from "./media-source.ts";
import { type MediaCall, type MediaUpload, mediaId, processingInfo, uploadMedia } from "./media-upload.ts";
import { createMediaUploadV1 } from "./media-upload-v1.ts";
import { callMicroblog } from "./microblog-client.ts";
import { isDuplicateRefusal } from "./microblog-errors.ts";
import { microblog } from "./provider.ts";
import { explainTextProblem } from "./weighted-length.ts";

/** Hosts of the provider's posts, including their mobile subdomains. */
const DOMAINS = ["x.com", "twitter.com"];
const ID = /^\d{1,19}$/;
const POST_PATH = /^\/(?:i\/web|[^/]+)\/status(?:es)?\/(\d{1,19})(?:\/|$)/;

/** A post, given by its ID or its link. */
const postReference = createIdOrLinkArgument(
  (text) => (ID.test(text) ? text : POST_PATH.exec(parseLink(text, DOMAINS)?.pathname ?? "")?.[1]),
  "must be a post's id, which is 1 to 19 digits, or its link, such as https://x.com/name/status/123",
);

const GRANT_SCOPE = "Reconnect the microblog account (X) with the scope media.write.";
const GRANT_UPLOAD =
  "Give the app permission to read and write in the provider's console, then reconnect the account.";

/**
 * Defines `social_post:microblog`, which posts text with up to four media. `destination` is the egress
 * guard's check of a URL (egress/guard.ts). With OAuth 1.0a, media use the older upload, or the newer one if
 * that is closed. With OAuth 2, they always use the newer one.
 */
export function socialPostMicroblog(
  { baseUrl, uploadBaseUrl }: { baseUrl: string; uploadBaseUrl: string },
  destination: (url: string, what?: string) => URL,
): Tool {
  const access = atProvider(microblog, baseUrl, uploadBaseUrl);
  return defineTool({
    name: "social_post:microblog",
    title: "Post on the microblog",
    sentence: "Post|Posted on the microblog (X): {text}",
    description:
      `Publishes a post on the ${providerTitle(microblog)}, visible to everyone. Not for direct messages, editing or deleting. ` +
      "Repeated text is refused.",
    input: z.object({
      text: z
        .string()
        .superRefine((text, context) => {
          const problem = explainTextProblem(text);
          if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
        })
        .describe("At most 280 characters; a URL counts 23, an emoji 2. May be empty with media."),
      media: mediaArgument,
      reply_to: postReference.optional().describe("Id or link of the post to reply to."),
    }),
    example: { text: "Version 2 is out: https://example.com/v2" },
    output: postedResult,
    ...access,
    reach: { ...access.reach, fetches: "media" },
    effect: "write",
    idempotency: "none",
    reads: "own",
    destinations: ({ media = [] }, account) => [
      ...createPostDestination(microblog, account),
      ...media.flatMap(({ url }) => (url === undefined ? [] : [createLinkDestination("media", url)])),
    ],
    identifiers: ["reply_to", "media.media_type"],
    async run({ text, media = [], reply_to }, context) {
      const hasText = text.trim() !== "";
      if (!hasText && media.length === 0)
        throw new AdapterValidationError("text: must contain more than whitespace, unless there is media.");
      const sources = media.map((item, index) => checkMedia(item, `media.${index}`, destination));
      const authorization = await openAuthorization(context);
      const older: MediaCall = (call) =>
        callMicroblog(context, authorization, { ...call, baseUrl: uploadBaseUrl, effect: "read" });
      const newer: MediaCall = (call) =>
        callMicroblog(context, authorization, { ...call, baseUrl, effect: "read" });
      const uploads =
        authorization.form === "oauth1"
          ? { first: createMediaUploadV1(older), second: createMediaUploadV2(newer, GRANT_UPLOAD) }
          : { first: createMediaUploadV2(newer, GRANT_SCOPE) };
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

/** Start of a post's URL. Works without the author's name. */
const POST_PAGE = "https://x.com/i/status/";

const MAX_TEXT = 4_000;
const MAX_WARNING = 400;
const MAX_WARNINGS = 5;
const NEXT_STEPS = {
  403: "Check the text, who may reply to that post, and the permissions of the connected app.",
  404: "Check reply_to: that post may have been deleted.",
};

const warning = z.looseObject({ detail: optionalText, message: optionalText, title: optionalText }).catch({});
/** Only the ID is required, because the post exists even if the rest of the response is unexpected. */
const created = z.looseObject({
  data: z.looseObject({ id: mediaId, text: optionalText }),
  errors: z.array(warning).catch([]),
});

/** Body of `POST /2/tweets`. */
interface NewPost {
  text?: string;
  media?: { media_ids: string[] };
  reply?: { in_reply_to_tweet_id: string };
}

/** Result of `social_post:microblog`. */
const postedResult = z.lazy(() =>
  z.object({
    id: z.string().nullable().describe("Digits; null when already_posted."),
    url: z.string().nullable(),
    text: z.string().optional().describe("As the provider shows it, with its own short links."),
    already_posted: z
      .literal(true)
      .optional()
      .describe("An attempt that failed had posted it after all; its id is not known."),
    warnings: z.array(z.string()).optional().describe("Further messages from the provider."),
  }),
);

/**
 * Creates the post. The provider has no idempotency keys, but refuses to post the same text again. If an
 * earlier attempt failed at the provider, such a refusal means that the post exists.
 */
async function createPost(
  context: Pick<ActionContext, "http" | "clock" | "idempotencyKey" | "mayHaveWritten" | "foundWritten">,
  { baseUrl, authorization }: { baseUrl: string; authorization: Authorization },
  post: NewPost,
): Promise<z.output<typeof postedResult>> {
  const mayHavePosted = context.mayHaveWritten();
  try {
    const { data, errors } = await callMicroblog(context, authorization, {
      method: "POST",
      baseUrl,
      path: "2/tweets",
      body: { json: post },
      effect: "write",
      answer: created,
      nextSteps: NEXT_STEPS,
    });
    const warnings = errors
      .flatMap(({ detail, message, title }) => detail ?? message ?? title ?? [])
      .slice(0, MAX_WARNINGS)
      .map((said) => cutText(said, MAX_WARNING));
    return {
      id: data.id,
      url: `${POST_PAGE}${data.id}`,
      ...(data.text === undefined ? {} : { text: cutText(data.text, MAX_TEXT) }),
      ...(warnings.length === 0 ? {} : { warnings }),
    };
  } catch (error) {
    if (!mayHavePosted || !isDuplicateRefusal(error)) throw error;
    context.foundWritten();
    return { id: null, url: null, already_posted: true };
  }
}

/** Stand-in for an unknown file size in previews. Unusual, and fits into one segment of an upload. */
const STAND_IN_BYTES = 1_000_003;

/**
 * Predicts the responses to requests that fetch or upload media, in either version of the upload API. Returns
 * `undefined` for the post itself.
 */
function previewUpload({ headers = {}, effect }: ActionRequest, index: number): PreviewAnswer | undefined {
  if (effect === "write") return undefined;
  const type = MEDIA_TYPE_NAMES.find((name) => name === headers.accept);
  if (type !== undefined) {
    const standIns = { [STAND_IN_BYTES]: "<bytes of the file>" };
    return { body: createEmptyFile(type, STAND_IN_BYTES), standIns };
  }
  const id = `9${String(index).padStart(18, "0")}`;
  return {
    body: { media_id_string: id, data: { id } },
    standIns: { [id]: `<id of the media of request ${index + 1}>` },
  };
}

const PATH = "2/media/upload";

const initialized = z.looseObject({ data: z.looseObject({ id: mediaId }) });
const progress = z.object({ data: toOptionalField(z.object({ processing_info: processingInfo })) });

/**
 * Creates the newer upload, for OAuth 2 tokens with the scope `media.write` and for OAuth 1.0a. It has a path
 * for each step. `authorized` makes an authorized call with the API's base URL. `refused` is the advice after
 * a 403.
 */
function createMediaUploadV2(authorized: MediaCall, refused: string): MediaUpload {
  const call: MediaCall = (step) => authorized({ ...step, nextSteps: { 403: refused } });
  return {
    async initialize(json) {
      const path = `${PATH}/initialize`;
      return (await call({ method: "POST", path, body: { json }, answer: initialized })).data.id;
    },
    async append(id, index, media) {
      const body = { fields: { segment_index: String(index) }, media };
      await call({ method: "POST", path: `${PATH}/${id}/append`, body, answer: z.unknown() });
    },
    async finalize(id) {
      const path = `${PATH}/${id}/finalize`;
      return (await call({ method: "POST", path, answer: progress })).data?.processing_info;
    },
    async status(id) {
      const path = `${PATH}?command=STATUS&media_id=${id}`;
      return (await call({ method: "GET", path, answer: progress })).data?.processing_info;
    },
    async describe(id, altText) {
      const json = { id, metadata: { alt_text: { text: altText } } };
      await call({ method: "POST", path: "2/media/metadata", body: { json }, answer: z.unknown() });
    },
  };
}
