/** What the provider takes of one media type. */
export interface MediaType {
  /** Its name for the use the media is put to. */
  category: "tweet_image" | "tweet_gif" | "tweet_video";
  /** The provider's limit; for videos (512 MB there) what is held in memory. */
  maxBytes: number;
  /** Whether a file begins as files of this type do. */
  begins(bytes: Buffer): boolean;
}

const MB = 1024 * 1024;
const image = { category: "tweet_image", maxBytes: 5 * MB } as const;
const signature = (hex: string, at = 0) => {
  const expected = Buffer.from(hex, "hex");
  return (bytes: Buffer) => bytes.subarray(at, at + expected.length).equals(expected);
};
const riff = signature("52494646");
const webp = signature("57454250", 8);

export const MEDIA_TYPE_NAMES = ["image/jpeg", "image/png", "image/webp", "image/gif", "video/mp4"] as const;

export type MediaTypeName = (typeof MEDIA_TYPE_NAMES)[number];

/** The provider's media types and limits (its "Media best practices"), known by their first bytes. */
export const MEDIA_TYPES: Readonly<Record<MediaTypeName, MediaType>> = {
  "image/jpeg": { ...image, begins: signature("ffd8ff") },
  "image/png": { ...image, begins: signature("89504e470d0a1a0a") },
  "image/webp": { ...image, begins: (bytes) => riff(bytes) && webp(bytes) },
  "image/gif": { category: "tweet_gif", maxBytes: 15 * MB, begins: signature("47494638") },
  "video/mp4": { category: "tweet_video", maxBytes: 15 * MB, begins: signature("66747970", 4) },
};
