import type { MicroblogMedia, Timeline } from "./timeline.ts";

const MB = 1024 * 1024;
const LIMITS: Readonly<Record<string, number>> = {
  tweet_image: 5 * MB,
  tweet_gif: 15 * MB,
  tweet_video: 512 * MB,
  amplify_video: 512 * MB,
};
const TYPES = /^(image\/(jpeg|png|webp|gif)|video\/mp4)$/;
const LARGEST_SEGMENT = 5 * MB;

/**
 * Progress of processing a GIF or video: pending, then in progress at the first check, then done at the
 * second.
 */
export interface ProcessingInfo {
  readonly state: "pending" | "in_progress" | "succeeded";
  readonly check_after_secs?: number;
  readonly progress_percent?: number;
}

/** Starts an upload, or returns the reason for refusing it. */
export function beginMedia(
  timeline: Timeline,
  owner: string,
  fields: { type: string; category: string; totalBytes: number },
): MicroblogMedia | string {
  const { type, totalBytes } = fields;
  // The provider's own client sends TweetImage, its documentation says tweet_image.
  const category = fields.category.replace(/(?<=[a-z])[A-Z]/g, "_$&").toLowerCase();
  const limit = LIMITS[category];
  if (!TYPES.test(type)) return "media type unrecognized.";
  if (limit === undefined) return "media category unrecognized.";
  if (!Number.isSafeInteger(totalBytes) || totalBytes < 1) return "total_bytes must be a positive integer.";
  if (totalBytes > limit) return `File size exceeds ${limit} bytes.`;
  return timeline.addMedia({ owner, type, category, totalBytes });
}

/** Stores one segment. A repeated segment replaces the first. Returns the reason for a refusal. */
export function appendMedia(
  media: MicroblogMedia,
  index: number,
  bytes: Buffer | undefined,
): string | undefined {
  if (media.finalized) return "The upload is finalized already.";
  if (!Number.isSafeInteger(index) || index < 0 || index > 999) return "segment_index must be 0 to 999.";
  if (bytes === undefined || bytes.length === 0) return "media parameter is missing.";
  if (bytes.length > LARGEST_SEGMENT) return `Segment size exceeds ${LARGEST_SEGMENT} bytes.`;
  media.segments[index] = bytes;
  return undefined;
}

/** Finishes an upload. Returns the reason for a refusal. */
export function finalizeMedia(media: MicroblogMedia): string | undefined {
  const have = media.segments.reduce((sum, { length }) => sum + length, 0);
  if (have !== media.totalBytes) return "Segments do not add up to provided total file size.";
  media.finalized = true;
  return undefined;
}

/** Returns the processing status, or `undefined` for images, which are ready immediately. */
export function describeProcessing({ category, checks }: MicroblogMedia): ProcessingInfo | undefined {
  if (category === "tweet_image") return undefined;
  if (checks === 0) return { state: "pending", check_after_secs: 1 };
  if (checks === 1) return { state: "in_progress", check_after_secs: 2, progress_percent: 50 };
  return { state: "succeeded", progress_percent: 100 };
}

/** Returns whether media can be used in a post. */
export function isReady(media: MicroblogMedia): boolean {
  return media.finalized && (describeProcessing(media)?.state ?? "succeeded") === "succeeded";
}
