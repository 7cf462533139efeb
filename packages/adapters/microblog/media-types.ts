/** What the provider takes of one media type. */
export interface MediaType {
  /** Its name for the use the media is put to. */
  category: "tweet_image" | "tweet_gif" | "tweet_video";
  /** The provider's limit; for videos (512 MB there) what is held in memory. */
  maxBytes: number;
  /** Bytes that files of this type begin with, in hexadecimal, by their place. */
  signature: Readonly<Record<number, string>>;
}

const MB = 1024 * 1024;
const image = { category: "tweet_image", maxBytes: 5 * MB } as const;

export const MEDIA_TYPE_NAMES = ["image/jpeg", "image/png", "image/webp", "image/gif", "video/mp4"] as const;

export type MediaTypeName = (typeof MEDIA_TYPE_NAMES)[number];

/** The provider's media types and limits (its "Media best practices"). */
export const MEDIA_TYPES: Readonly<Record<MediaTypeName, MediaType>> = {
  "image/jpeg": { ...image, signature: { 0: "ffd8ff" } },
  "image/png": { ...image, signature: { 0: "89504e470d0a1a0a" } },
  "image/webp": { ...image, signature: { 0: "52494646", 8: "57454250" } },
  "image/gif": { category: "tweet_gif", maxBytes: 15 * MB, signature: { 0: "47494638" } },
  "video/mp4": { category: "tweet_video", maxBytes: 15 * MB, signature: { 4: "66747970" } },
};

/** Whether a file begins as files of this type do. */
export function beginsAs(type: MediaTypeName, file: Buffer): boolean {
  return Object.entries(MEDIA_TYPES[type].signature).every(([place, hex]) => {
    const expected = Buffer.from(hex, "hex");
    return file.subarray(Number(place), Number(place) + expected.length).equals(expected);
  });
}

/** A file of so many bytes that begins so, and holds nothing. */
export function emptyFile(type: MediaTypeName, bytes: number): Buffer {
  const file = Buffer.alloc(bytes);
  for (const [place, hex] of Object.entries(MEDIA_TYPES[type].signature))
    file.write(hex, Number(place), "hex");
  return file;
}
