import * as z from "zod";
import { MEDIA_TYPE_NAMES, MEDIA_TYPES } from "./media-types.ts";

/** Checked by hand: the pattern zod would show a model is longer than all the rest. */
const base64 = z
  .string()
  .min(1)
  .refine(
    (text) => Buffer.from(text, "base64").toString("base64") === text,
    "must be base64 with its padding",
  );

const item = z
  .strictObject({
    url: z.string().min(1).max(2048).optional(),
    base64: base64.optional(),
    media_type: z.enum(MEDIA_TYPE_NAMES),
    alt_text: z.string().min(1).max(1000).optional(),
  })
  .refine(
    (file) => (file.url === undefined) !== (file.base64 === undefined),
    "must have either url or base64",
  )
  .refine(
    ({ media_type, alt_text }) => media_type !== "video/mp4" || alt_text === undefined,
    "may not have alt_text: the provider takes none for videos",
  );

export type MediaItem = z.output<typeof item>;

/** The argument `media`: what may stand together in one post. */
export const mediaArgument = z
  .array(item)
  .min(1)
  .max(4)
  .refine(
    (media) =>
      media.length === 1 ||
      media.every(({ media_type: type }) => MEDIA_TYPES[type].category === "tweet_image"),
    "must be 1 to 4 images, or 1 GIF, or 1 video",
  )
  .optional()
  .describe("1 to 4 images (5 MB each), or 1 GIF or video (15 MB); each by url or base64.");
