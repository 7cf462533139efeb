import { readResponseWaitSeconds } from "@plumbline/core/egress/retry-after.ts";
import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";

/** The provider's rules for one media type. */
interface MediaType {
  /** The provider's category for the use of the media. */
  category: "tweet_image" | "tweet_gif" | "tweet_video";
  /**
   * Maximum size in bytes. The provider's limit, except for videos (512 MB there), which are held in memory.
   */
  maxBytes: number;
  /** Leading bytes of such files in hexadecimal, by offset. */
  signature: Readonly<Record<number, string>>;
}

const MB = 1024 * 1024;
const image = { category: "tweet_image", maxBytes: 5 * MB } as const;

export const MEDIA_TYPE_NAMES = ["image/jpeg", "image/png", "image/webp", "image/gif", "video/mp4"] as const;

type MediaTypeName = (typeof MEDIA_TYPE_NAMES)[number];

/** The provider's media types and limits (its "Media best practices"). */
export const MEDIA_TYPES: Readonly<Record<MediaTypeName, MediaType>> = {
  "image/jpeg": { ...image, signature: { 0: "ffd8ff" } },
  "image/png": { ...image, signature: { 0: "89504e470d0a1a0a" } },
  "image/webp": { ...image, signature: { 0: "52494646", 8: "57454250" } },
  "image/gif": { category: "tweet_gif", maxBytes: 15 * MB, signature: { 0: "47494638" } },
  "video/mp4": { category: "tweet_video", maxBytes: 15 * MB, signature: { 4: "66747970" } },
};

/** Returns whether a file starts with the signature of a media type. */
function hasSignature(type: MediaTypeName, file: Buffer): boolean {
  return Object.entries(MEDIA_TYPES[type].signature).every(([place, hex]) => {
    const expected = Buffer.from(hex, "hex");
    return file.subarray(Number(place), Number(place) + expected.length).equals(expected);
  });
}

/** Creates a file of this size with the type's signature and no content. */
export function createEmptyFile(type: MediaTypeName, bytes: number): Buffer {
  const file = Buffer.alloc(bytes);
  for (const [place, hex] of Object.entries(MEDIA_TYPES[type].signature))
    file.write(hex, Number(place), "hex");
  return file;
}

/**
 * Not a regular expression, because zod would put it into the schema shown to models, where it would be
 * longer than everything else.
 */
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
    "may not have alt_text: the provider does not support it for videos",
  );

type MediaItem = z.output<typeof item>;

/** The argument `media`. Checks that its items can be combined in one post. */
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
  .describe("1 to 4 images (5 MB each), or 1 GIF or video (15 MB); each as url or base64.");

/** A media argument that passed all checks that need no request. */
export interface MediaSource {
  /** Path of the argument, such as `media.0`. */
  argument: string;
  type: MediaTypeName;
  altText: string | undefined;
  /** The file, or the URL to fetch it from. */
  content: Buffer | URL;
}

/** Checks one media argument. Throws AdapterValidationError with its path. */
export function checkMedia(
  { url, base64 = "", media_type: type, alt_text: altText }: MediaItem,
  argument: string,
  destination: (url: string, what?: string) => URL,
): MediaSource {
  if (url !== undefined) return { argument, type, altText, content: destination(url, `${argument}.url`) };
  const content = Buffer.from(base64, "base64");
  checkContent(content, type, `${argument}.base64`);
  return { argument, type, altText, content };
}

/** Returns the file, fetching it if needed. Throws AdapterValidationError or AdapterTransientError. */
export async function loadMedia(
  { guarded, clock }: Pick<ActionContext, "guarded" | "clock">,
  { argument, type, content: url }: MediaSource,
): Promise<Buffer> {
  if (Buffer.isBuffer(url)) return url;
  const { maxBytes } = MEDIA_TYPES[type];
  const name = `${argument}.url`;
  const request = { method: "GET", url, headers: { accept: type }, effect: "read" } as const;
  const response = await guarded
    .send({ ...request, maxResponseBytes: maxBytes + 1, acceptPartialBody: true })
    .catch((error: unknown) => {
      throw error instanceof AdapterValidationError
        ? new AdapterValidationError(`${name}: ${error.message}`, error.detail)
        : error;
    });
  const { status, ok, truncated, body } = response;
  if (status >= 500 || [408, 425, 429].includes(status)) {
    throw new AdapterTransientError(`${name}: ${url.host} responded with ${status}.`, {
      status,
      retryAfterSeconds: readResponseWaitSeconds(response, clock.now()),
    });
  }
  if (status >= 300 && status < 400)
    throw new AdapterValidationError(
      `${name}: ${url.host} responded with ${status}, a redirect; redirects are not followed.`,
    );
  if (!ok) throw new AdapterValidationError(`${name}: ${url.host} responded with ${status}.`);
  if (truncated && body.length <= maxBytes)
    throw new AdapterTransientError(`${name}: the response of ${url.host} was cut off.`);
  checkContent(body, type, name);
  return body;
}

function checkContent(bytes: Buffer, type: MediaTypeName, name: string): void {
  const { maxBytes } = MEDIA_TYPES[type];
  if (bytes.length > maxBytes) {
    throw new AdapterValidationError(
      `${name}: is larger than the ${maxBytes / 1024 / 1024} MB allowed for ${type}.`,
    );
  }
  if (!hasSignature(type, bytes))
    throw new AdapterValidationError(`${name}: its content is not ${type}, although media_type says so.`);
}
