import { cutText } from "@plumbline/core/text/unicode.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import type { Authorization } from "./authorization.ts";
import { callMicroblog } from "./microblog-client.ts";
import { isDuplicateRefusal } from "./microblog-errors.ts";

/** Where the provider shows a post, whoever wrote it. */
const POST_PAGE = "https://x.com/i/status/";

const MAX_TEXT = 4_000;
const MAX_WARNING = 400;
const MAX_WARNINGS = 5;
const NEXT_STEPS = {
  403: "Check the text, who may reply to that post, and the permissions of the connected app.",
  404: "Check reply_to: that post may be gone.",
};

const text = z.string().optional().catch(undefined);
const warning = z.looseObject({ detail: text, message: text, title: text }).catch({});
/** The id alone is needed: a post whose answer is odd beside it is there all the same. */
const created = z.looseObject({
  data: z.looseObject({ id: z.string().regex(/^\d{1,30}$/), text }),
  errors: z.array(warning).catch([]),
});

/** What `POST /2/tweets` is sent. */
export interface NewPost {
  text?: string;
  media?: { media_ids: string[] };
  reply?: { in_reply_to_tweet_id: string };
}

/** What the tool answers. */
export const postedResult = z.object({
  id: z.string().nullable().describe("Digits; null when already_posted."),
  url: z.string().nullable(),
  text: z.string().optional().describe("As the provider shows it, with its own short links."),
  already_posted: z
    .literal(true)
    .optional()
    .describe("An attempt that was answered with an error had posted it after all; its id is not known."),
  warnings: z.array(z.string()).optional().describe("What the provider had to say beside."),
});

/**
 * Posts. The provider knows no key that would make a repetition safe, but refuses to post the same again: after an attempt that
 * it answered with a failure of its own, that refusal says that the post is there.
 */
export async function createPost(
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
