import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { callerOfV1, callerOfV2, type MicroblogCaller } from "./authenticate.ts";
import {
  microblogDuplicate,
  microblogForbidden,
  microblogInvalidRequest,
  microblogProblem,
} from "./failures.ts";
import { fieldsOf, jsonFields } from "./json-body.ts";
import { isReady } from "./media.ts";
import { sampleTimeline } from "./sample-timeline.ts";
import type { Timeline } from "./timeline.ts";
import { describeMediaV1, uploadV1 } from "./upload-v1.ts";
import { uploadV2 } from "./upload-v2.ts";

/** The microblog's server and its state. */
export type MicroblogServer = ScriptedServer & { readonly timeline: Timeline };

/**
 * Starts a server that speaks the X API: `POST /2/tweets`, `GET /2/users/me`, chunked media uploads and
 * alternative texts of v1.1 and v2. v1.1 supports only OAuth 1.0a and checks signatures. Base URL and upload
 * base URL are the same.
 */
export async function startMicroblog(
  options: { timeline?: Timeline; port?: number } = {},
): Promise<MicroblogServer> {
  const timeline = options.timeline ?? sampleTimeline();
  let answered = 0;
  const server = await startScriptedServer({
    name: "microblog",
    port: options.port,
    handle: (request) => {
      answered += 1;
      const { headers, ...message } = answer(request, timeline);
      return { ...message, headers: { ...headers, "x-transaction-id": `sandbox-${answered}` } };
    },
  });
  return { ...server, timeline };
}

function answer(request: RecordedRequest, timeline: Timeline): Message {
  const route = `${request.method} ${request.path}`;
  const v2 = (scope: string) => callerOfV2(request, timeline, scope);
  if (route === "POST /2/tweets")
    return asCaller(v2("tweet.write"), (account) => createMicroblogPost(request, timeline, account));
  if (route === "GET /2/users/me") return asCaller(v2("users.read"), (account) => me(timeline, account));
  if (request.path.startsWith("/2/media/"))
    return asCaller(v2("media.write"), (account) => uploadV2(request, timeline, account));
  const v1 = callerOfV1(request, timeline);
  if (request.path === "/1.1/media/upload.json")
    return asCaller(v1, (account) => uploadV1(request, timeline, account));
  if (route === "POST /1.1/media/metadata/create.json")
    return asCaller(v1, (account) => describeMediaV1(request, timeline, account));
  return microblogProblem(404, "Not Found", "Not Found");
}

function asCaller(
  caller: MicroblogCaller | { refusal: Message },
  run: (account: string) => Message,
): Message {
  return "refusal" in caller ? caller.refusal : run(caller.account);
}

function me(timeline: Timeline, account: string): Message {
  return json({ data: { id: timeline.accounts.get(account), name: account, username: account } });
}

const MAX_WEIGHTED_LENGTH = 280;

interface Draft {
  text: string;
  mediaIds: readonly string[];
  replyTo: string | undefined;
}

/** Answers `POST /2/tweets`. Refuses a text without media that the account has already posted. */
function createMicroblogPost(request: RecordedRequest, timeline: Timeline, author: string): Message {
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
  return [...text.replace(/https?:\/\/\S+/g, "x".repeat(23))].length > MAX_WEIGHTED_LENGTH;
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
