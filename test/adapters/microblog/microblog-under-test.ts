import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { type MicroblogServer, startMicroblog } from "@plumbline/sandbox/microblog/microblog.ts";
import { sampleMicroblogToken, sampleOAuth1 } from "@plumbline/sandbox/microblog/sample-timeline.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { startWebhook } from "@plumbline/sandbox/webhook/webhook.ts";
import { type AdapterUnderTest, startAdapterUnderTest } from "../adapter-under-test.ts";

/** The sandbox microblog, a host of media files, and a tenant with one OAuth 2 connection. */
export interface MicroblogUnderTest extends AdapterUnderTest {
  microblog: MicroblogServer;
  /** Serves whatever it is scripted to. */
  mediaHost: ScriptedServer;
  credentialId: string;
  post(args?: Record<string, unknown>, options?: CallOptions): Promise<DispatchResult>;
  /** Connects the same account by OAuth 1.0a and answers the credential's id. */
  connectOAuth1(token?: string): Promise<string>;
  /** Returns the requests that reached the microblog, in order: `METHOD /path`. */
  asked(): string[];
}

export async function startMicroblogUnderTest(): Promise<MicroblogUnderTest> {
  const microblog = await startMicroblog();
  const mediaHost = await startWebhook();
  const under = await startAdapterUnderTest({
    endpoints: { microblog: { baseUrl: microblog.url, uploadBaseUrl: microblog.url } },
    egressAllow: `127.0.0.1:${mediaHost.port}`,
  });
  const credentialId = await under.connect({ kind: "microblog", token: sampleMicroblogToken });
  return {
    ...under,
    microblog,
    mediaHost,
    credentialId,
    post: (args = {}, options = {}) =>
      under.call("social_post:microblog", { credential_id: credentialId, text: "Hello", ...args }, options),
    connectOAuth1: (token = JSON.stringify(sampleOAuth1)) =>
      under.connect({ kind: "microblog", label: "Signed", token, metadata: { auth_form: "oauth1" } }),
    asked: () => microblog.requests.map(({ method, path }) => `${method} ${path}`),
    async close() {
      await microblog.close();
      await mediaHost.close();
      await under.close();
    },
  };
}

/** The shortest files that begin as their types do. */
export const FILES = {
  png: Buffer.from("89504e470d0a1a0a0000", "hex"),
  jpeg: Buffer.from("ffd8ffe000", "hex"),
  webp: Buffer.from("524946460400000057454250", "hex"),
  gif: Buffer.from("GIF89a0"),
  mp4: Buffer.from("00000018667479706d703432", "hex"),
};
