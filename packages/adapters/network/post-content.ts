import * as z from "zod";

/**
 * The provider's limit of a post's text (LinkedIn, "UGC Post API"). In which unit it counts is not documented: code points are
 * counted here, the mildest reading, so that only what no reading allows is refused without asking it.
 */
const MAX_CHARACTERS = 3_000;

export const postText = z
  .string()
  .refine((text) => text.trim() !== "", "must hold more than white space")
  .refine((text) => [...text].length <= MAX_CHARACTERS, `must have at most ${MAX_CHARACTERS} characters`)
  .describe("Plain text, at most 3,000 characters.");

export const postVisibility = z.enum(["PUBLIC", "CONNECTIONS"]).default("PUBLIC").describe("Who sees it.");

export const postLink = z
  .strictObject({
    url: z.url({
      protocol: /^https?$/,
      error: ({ code }) => (code === "invalid_format" ? "must be an http or https URL" : undefined),
    }),
    title: z.string().min(1).optional(),
    description: z.string().min(1).optional(),
  })
  .optional()
  .describe("Article shown below; not fetched, so give its title.");

/** A post as its author wants it. */
export interface Post {
  author: string;
  text: string;
  visibility: z.output<typeof postVisibility>;
  link: z.output<typeof postLink>;
}

/** The body of `POST /v2/ugcPosts`. */
export function ugcPost({ author, text, visibility, link }: Post) {
  const media = link && {
    status: "READY",
    originalUrl: link.url,
    ...(link.title === undefined ? {} : { title: { text: link.title } }),
    ...(link.description === undefined ? {} : { description: { text: link.description } }),
  };
  return {
    author,
    lifecycleState: "PUBLISHED",
    specificContent: {
      "com.linkedin.ugc.ShareContent": {
        shareCommentary: { text },
        shareMediaCategory: media ? "ARTICLE" : "NONE",
        ...(media ? { media: [media] } : {}),
      },
    },
    visibility: { "com.linkedin.ugc.MemberNetworkVisibility": visibility },
  };
}
