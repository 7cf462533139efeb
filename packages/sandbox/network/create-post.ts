import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { networkDuplicate, networkForbidden, networkRefusal } from "./failures.ts";
import type { Feed, NetworkToken } from "./feed.ts";

const longestText = 3_000;
const shareContent = "com.linkedin.ugc.ShareContent";
const memberVisibility = "com.linkedin.ugc.MemberNetworkVisibility";
const categories = ["NONE", "ARTICLE"];

/**
 * Answers `POST /v2/ugcPosts`. Every call posts, because the provider has no idempotency key, but the same
 * text may not be posted twice.
 */
export function createNetworkPost(request: RecordedRequest, token: NetworkToken, feed: Feed): Message {
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
