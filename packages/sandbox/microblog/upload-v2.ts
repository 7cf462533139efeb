import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { microblogInvalidRequest, microblogProblem } from "./failures.ts";
import { fieldsOf, jsonFields } from "./json-body.ts";
import { appendMedia, beginMedia, describeProcessing, finalizeMedia } from "./media.ts";
import { multipartParts } from "./multipart.ts";
import type { MicroblogMedia, Timeline } from "./timeline.ts";

const STEP = /^\/2\/media\/upload\/(\d+)\/(append|finalize)$/;

/** Answers `/2/media/upload`, which has a path for each step, and `/2/media/metadata`. */
export function uploadV2(request: RecordedRequest, timeline: Timeline, owner: string): Message {
  if (request.path === "/2/media/upload/initialize") return initialize(request, timeline, owner);
  const [, stepId, step] = STEP.exec(request.path) ?? [];
  const fields = jsonFields(request);
  const id = stepId ?? fields.id ?? request.query.get("media_id");
  const media = timeline.media.get(String(id));
  if (media?.owner !== owner) {
    const detail = `Could not find media with id: [${id}].`;
    return microblogProblem(404, "Not Found Error", detail, "resource-not-found");
  }
  if (request.path === "/2/media/metadata") {
    media.altText = String(fieldsOf(fieldsOf(fields.metadata).alt_text).text);
    return json({ data: { id: media.id, associated_metadata: fields.metadata } });
  }
  if (step === undefined) {
    media.checks += 1;
    return json({ data: describe(media) });
  }
  if (step === "append") {
    const parts = multipartParts(request);
    const index = Number(parts?.get("segment_index")?.toString() ?? Number.NaN);
    const problem = appendMedia(media, index, parts?.get("media"));
    return problem === undefined
      ? json({ data: { expires_at: 1_770_086_400 } })
      : microblogInvalidRequest(problem);
  }
  const problem = finalizeMedia(media);
  return problem === undefined ? json({ data: describe(media) }) : microblogInvalidRequest(problem);
}

function initialize(request: RecordedRequest, timeline: Timeline, owner: string): Message {
  const { media_type: type, media_category: category, total_bytes: total } = jsonFields(request);
  const media = beginMedia(timeline, owner, {
    type: String(type),
    category: String(category ?? "tweet_image"),
    totalBytes: Number(total),
  });
  if (typeof media === "string") return microblogInvalidRequest(media);
  return json({ data: { id: media.id, media_key: `3_${media.id}`, expires_after_secs: 86_400 } });
}

function describe(media: MicroblogMedia) {
  return {
    id: media.id,
    media_key: `3_${media.id}`,
    size: media.totalBytes,
    expires_after_secs: 86_400,
    processing_info: describeProcessing(media),
  };
}
