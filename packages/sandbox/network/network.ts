import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { createNetworkPost } from "./create-post.ts";
import { networkForbidden, networkRefusal, networkUnauthorized } from "./failures.ts";
import type { Feed, NetworkToken } from "./feed.ts";
import { sampleNetworkFeed } from "./sample-feed.ts";

/** The professional network's server and its state. */
export type NetworkServer = ScriptedServer & { readonly feed: Feed };

/**
 * Starts a server that speaks the LinkedIn API: `POST {url}/v2/ugcPosts` and `GET {url}/v2/userinfo`, with a
 * bearer token.
 */
export async function startNetwork(options: { feed?: Feed; port?: number } = {}): Promise<NetworkServer> {
  const feed = options.feed ?? sampleNetworkFeed();
  let answered = 0;
  const server = await startScriptedServer({
    name: "network",
    port: options.port,
    handle: (request) => {
      answered += 1;
      const message = answerRequest(request, feed);
      return { ...message, headers: { "x-li-uuid": `sandbox-${answered}`, ...message.headers } };
    },
  });
  return { ...server, feed };
}

function answerRequest(request: RecordedRequest, feed: Feed): Message {
  const bearer = /^bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (bearer === undefined) return networkUnauthorized("EMPTY_ACCESS_TOKEN");
  const token = feed.tokens.get(bearer);
  if (token === undefined) return networkUnauthorized();
  if (token.refused !== undefined) return networkUnauthorized(token.refused);
  switch (`${request.method} ${request.path}`) {
    case "POST /v2/ugcPosts":
      return createNetworkPost(request, token, feed);
    case "GET /v2/userinfo":
      return userInfo(token);
    default:
      return networkRefusal(404, `No root resource defined for path '${request.path}'`);
  }
}

function userInfo({ memberId, name, scopes }: NetworkToken): Message {
  if (!scopes.includes("openid")) return networkForbidden("userinfo.GET.NO_VERSION");
  return json({ sub: memberId, name, locale: { country: "GB", language: "en" } });
}
