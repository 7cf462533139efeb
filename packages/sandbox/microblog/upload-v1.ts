import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { microblogErrorCode, microblogUploadError } from "./failures.ts";
import { fieldsOf, jsonFields } from "./json-body.ts";
import { appendMedia, beginMedia, describeProcessing, finalizeMedia } from "./media.ts";
import { multipartParts } from "./multipart.ts";
import type { MicroblogMedia, Timeline } from "./timeline.ts";

/**
 * Answers `/1.1/media/upload.json`: INIT, APPEND, FINALIZE and STATUS, in a form, a multipart body or the
 * query.
 */
export function uploadV1(request: RecordedRequest, timeline: Timeline, owner: string): Message {
  const parts = multipartParts(request);
  const fields = new Map([
    ...request.query,
    ...(parts ? Array.from(parts, ([name, value]) => [name, value.toString()] as const) : request.form()),
  ]);
  const command = fields.get("command");
  if (command === "INIT") return initialize(fields, timeline, owner);
  const media = timeline.media.get(fields.get("media_id") ?? "");
  if (media?.owner !== owner) return microblogErrorCode(400, 324, "Invalid media id.");
  if (command === "STATUS" && request.method === "GET") {
    media.checks += 1;
    return json(describe(media));
  }
  if (command === "APPEND") {
    const problem = appendMedia(
      media,
      Number(fields.get("segment_index") ?? Number.NaN),
      parts?.get("media"),
    );
    return problem === undefined ? { status: 204 } : microblogUploadError(problem);
  }
  if (command !== "FINALIZE") return microblogErrorCode(400, 214, "Invalid command.");
  const problem = finalizeMedia(media);
  return problem === undefined ? json(describe(media), 201) : microblogUploadError(problem);
}

/** Answers `/1.1/media/metadata/create.json`, which sets the alternative text. */
export function describeMediaV1(request: RecordedRequest, timeline: Timeline, owner: string): Message {
  const { media_id: id, alt_text: alt } = jsonFields(request);
  const media = timeline.media.get(String(id));
  if (media?.owner !== owner) return microblogErrorCode(400, 324, "Invalid media id.");
  media.altText = String(fieldsOf(alt).text);
  return { status: 200 };
}

function initialize(fields: ReadonlyMap<string, string>, timeline: Timeline, owner: string): Message {
  const media = beginMedia(timeline, owner, {
    type: fields.get("media_type") ?? "",
    category: fields.get("media_category") ?? "tweet_image",
    totalBytes: Number(fields.get("total_bytes") ?? Number.NaN),
  });
  return typeof media === "string"
    ? microblogUploadError(media)
    : json({ media_id: Number(media.id), media_id_string: media.id, expires_after_secs: 86_400 }, 202);
}

function describe(media: MicroblogMedia) {
  return {
    media_id: Number(media.id),
    media_id_string: media.id,
    size: media.totalBytes,
    expires_after_secs: 86_400,
    processing_info: describeProcessing(media),
  };
}
