import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import {
  microblogDuplicate,
  microblogForbidden,
  microblogInvalidRequest,
  microblogProblem,
} from "./failures.ts";
import { fieldsOf, jsonFields } from "./json-body.ts";
import { isReady } from "./media.ts";
import type { Timeline } from "./timeline.ts";

const LONGEST = 280;

interface Draft {
  text: string;
  mediaIds: readonly string[];
  replyTo: string | undefined;
}

/** Answers `POST /2/tweets`. Refuses a text without media that the account has already posted. */
export function createMicroblogPost(request: RecordedRequest, timeline: Timeline, author: string): Message {
  const draft = readDraft(request);
  if (typeof draft === "string") return microblogInvalidRequest(draft);
  const { text, mediaIds, replyTo } = draft;
  const media = mediaIds.map((id) => timeline.media.get(id));
  if (!media.every((one) => one?.owner === author && isReady(one)))
    return microblogInvalidRequest("Your media IDs are invalid.");
  if (replyTo !== undefined && !timeline.posts.some(({ id }) => id === replyTo)) {
    const detail = `Could not find tweet with in_reply_to_tweet_id: [${replyTo}].`;
    return microblogProblem(404, "Not Found Error", detail, "resource-not-found");
  }
  if (isTooLong(text)) return microblogForbidden();
  const same = timeline.posts.some((post) => post.author === author && post.text === text);
  if (same && mediaIds.length === 0) return microblogDuplicate();
  const posted = timeline.post({ author, text, mediaIds, ...(replyTo === undefined ? {} : { replyTo }) });
  return json({ data: { id: posted.id, text: shown(posted), edit_history_tweet_ids: [posted.id] } }, 201);
}

/** Returns whether a text is too long, by a rough count: 23 for a URL, 1 for any other character. */
function isTooLong(text: string): boolean {
  return [...text.replace(/https?:\/\/\S+/g, "x".repeat(23))].length > LONGEST;
}

/**
 * Returns the text as the provider shows it, with short links in place of URLs and one at the end for media.
 */
function shown({ id, text, mediaIds }: { id: string; text: string; mediaIds: readonly string[] }): string {
  const short = text.replace(/https?:\/\/\S+/g, `https://t.co/${id.slice(-10)}`);
  return mediaIds.length > 0 ? `${short} https://t.co/m${id.slice(-9)}`.trimStart() : short;
}

function readDraft(request: RecordedRequest): Draft | string {
  const { text = "", media, reply, ...others } = jsonFields(request);
  const stranger = Object.keys(others)[0];
  if (stranger !== undefined) return `[$.${stranger}: is not defined in the schema]`;
  if (typeof text !== "string") return "[$.text: string expected]";
  const { media_ids: mediaIds = [] } = fieldsOf(media);
  if (!Array.isArray(mediaIds) || mediaIds.length > 4 || !mediaIds.every(isId))
    return "[$.media.media_ids: 1 to 4 ids expected]";
  const { in_reply_to_tweet_id: replyTo } = fieldsOf(reply);
  if (replyTo !== undefined && !isId(replyTo)) return "[$.reply.in_reply_to_tweet_id: id expected]";
  if (text.trim() === "" && mediaIds.length === 0) return "One of text or media must be set.";
  return { text, mediaIds, replyTo };
}

function isId(value: unknown): value is string {
  return typeof value === "string" && /^\d{1,19}$/.test(value);
}
