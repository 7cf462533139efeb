import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { networkDuplicate, networkForbidden, networkRefusal, networkUnauthorized } from "./failures.ts";
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

const longestText = 3_000;
const shareContent = "com.linkedin.ugc.ShareContent";
const memberVisibility = "com.linkedin.ugc.MemberNetworkVisibility";
const categories = ["NONE", "ARTICLE"];

/**
 * Answers `POST /v2/ugcPosts`. Every call posts, because the provider has no idempotency key, but the same
 * text may not be posted twice.
 */
function createNetworkPost(request: RecordedRequest, token: NetworkToken, feed: Feed): Message {
  if (request.headers["x-restli-protocol-version"] !== "2.0.0")
    return networkRefusal(400, "X-RestLi-Protocol-Version header is required");
  let body: unknown;
  try {
    body = request.json();
  } catch {
    return networkRefusal(400, "Cannot parse the request entity");
  }
  const author = field(body, "author");
  const content = field(body, "specificContent", shareContent);
  const text = field(content, "shareCommentary", "text");
  const category = field(content, "shareMediaCategory");
  const visibility = field(body, "visibility", memberVisibility);
  if (typeof author !== "string" || !/^urn:li:(person|organization):[\w-]+$/.test(author))
    return invalid("/author", "is not a URN");
  if (!mayPostAs(author, token)) return networkForbidden();
  if (field(body, "lifecycleState") !== "PUBLISHED") return invalid("/lifecycleState", "is not PUBLISHED");
  if (typeof text !== "string") return invalid("/specificContent/shareCommentary", "is required");
  if ([...text].length > longestText)
    return networkRefusal(400, `Text exceeds ${longestText} characters`, { code: "FIELD_LENGTH_TOO_LONG" });
  if (typeof category !== "string" || !categories.includes(category))
    return invalid("/specificContent/shareMediaCategory", "is not an enum symbol");
  if (category === "ARTICLE" && !Array.isArray(field(content, "media")))
    return invalid("/specificContent/media", "is required");
  if (visibility !== "PUBLIC" && visibility !== "CONNECTIONS")
    return invalid("/visibility", "is not an enum symbol");
  const duplicate = feed.duplicate({ author, text });
  if (duplicate !== undefined) return networkDuplicate(duplicate.urn);
  const { urn } = feed.post({ author, text, visibility, content: body });
  return json({ id: urn }, 201, { "x-restli-id": urn });
}

function mayPostAs(author: string, { memberId, organizations = [], scopes }: NetworkToken): boolean {
  if (author === `urn:li:person:${memberId}`) return scopes.includes("w_member_social");
  return (
    organizations.some((id) => author === `urn:li:organization:${id}`) &&
    scopes.includes("w_organization_social")
  );
}

function invalid(path: string, problem: string): Message {
  return networkRefusal(400, `ERROR :: ${path} :: ${problem}`, { code: "INVALID_VALUE_FOR_FIELD" });
}

/** Returns the field at the end of a path of names, or `undefined` if the path does not exist. */
function field(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null
        ? Object.entries(inner).find(([key]) => key === name)?.[1]
        : undefined,
    value,
  );
}
