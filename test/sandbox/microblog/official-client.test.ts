import { Agent } from "node:https";
import { connect } from "node:net";
import { microblogDayCapped, microblogDuplicate } from "@plumbline/sandbox/microblog/failures.ts";
import { startMicroblog } from "@plumbline/sandbox/microblog/microblog.ts";
import {
  sampleAppToken,
  sampleMicroblogToken,
  sampleOAuth1,
} from "@plumbline/sandbox/microblog/sample-timeline.ts";
import { EUploadMimeType, TwitterApi } from "twitter-api-v2";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startedForEach } from "../../support/started.ts";

const microblog = startedForEach(startMicroblog);
let httpAgent: Agent;

/**
 * The client knows the provider's own hosts alone: its connections are led to the sandbox, as if TLS had
 * ended before it.
 */
class SandboxAgent extends Agent {
  createConnection() {
    return connect(microblog.port, "127.0.0.1");
  }
}

beforeEach(async () => {
  httpAgent = new SandboxAgent();
});

afterEach(async () => {
  httpAgent.destroy();
});

const png = Buffer.from("89504e470d0a1a0a0d0a2d2d0d0a", "hex");

const signing = () =>
  new TwitterApi(
    {
      appKey: sampleOAuth1.consumer_key,
      appSecret: sampleOAuth1.consumer_secret,
      accessToken: sampleOAuth1.access_token,
      accessSecret: sampleOAuth1.access_token_secret,
    },
    { httpAgent },
  );

it("the provider's own client posts media with OAuth 1.0a and the older upload", async () => {
  const client = signing();
  const id = await client.v1.uploadMedia(png, { mimeType: EUploadMimeType.Png, chunkLength: 5 });
  await client.v1.createMediaMetadata(id, { alt_text: { text: "Löwe (klein)!" } });
  const posted = await client.v2.tweet("Hello (world)! https://example.com", { media: { media_ids: [id] } });
  expect(posted.data).toMatchObject({ id: "1850000000000000002" });
  expect(microblog.timeline.media.get(id)).toMatchObject({ altText: "Löwe (klein)!", finalized: true });
  expect(Buffer.concat(microblog.timeline.media.get(id)?.segments ?? [])).toEqual(png);
  expect(microblog.timeline.posts).toMatchObject([{ mediaIds: [id] }]);
  expect((await client.v2.me()).data).toMatchObject({ username: "plumbline" });
});

it("the provider's own client posts media with OAuth 2 and the newer upload", async () => {
  const { v2 } = new TwitterApi(sampleMicroblogToken, { httpAgent });
  const id = await v2.uploadMedia(png, { media_type: EUploadMimeType.Png }, 6);
  await v2.createMediaMetadata(id, { alt_text: { text: "A lion" } });
  await v2.reply("Indeed", (await v2.tweet("Hello", { media: { media_ids: [id] } })).data.id);
  expect(microblog.timeline.media.get(id)).toMatchObject({ altText: "A lion", totalBytes: png.length });
  expect(microblog.timeline.posts[1]).toMatchObject({ replyTo: microblog.timeline.posts[0]?.id });
});

it("the provider's own client reads refusals and the day's cap", async () => {
  const { v2 } = new TwitterApi(sampleMicroblogToken, { httpAgent });
  await v2.tweet("Hello");
  await expect(v2.tweet("Hello")).rejects.toMatchObject({
    code: 403,
    data: { detail: "You are not allowed to create a Tweet with duplicate content." },
  });
  microblog.script("POST /2/tweets", microblogDuplicate(), microblogDayCapped(1_770_000_060, 1_770_007_200));
  await expect(v2.tweet("Anew")).rejects.toMatchObject({ code: 403 });
  await expect(v2.tweet("Anew")).rejects.toMatchObject({
    rateLimitError: true,
    rateLimit: { remaining: 83, reset: 1_770_000_060, userDay: { remaining: 0, reset: 1_770_007_200 } },
  });
  await expect(new TwitterApi(sampleAppToken, { httpAgent }).v2.tweet("x")).rejects.toMatchObject({
    code: 403,
    data: { title: "Unsupported Authentication" },
  });
});
