import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { callerOfV1, callerOfV2, type MicroblogCaller } from "./authenticate.ts";
import { createMicroblogPost } from "./create-post.ts";
import { microblogProblem } from "./failures.ts";
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
