import { htmlPage, json, type Message } from "../server/reply.ts";

/** Returns any refusal in the network's own format. */
export function networkRefusal(
  status: number,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): Message {
  return json({ message, ...more, status }, status);
}

const tokenRefusals = {
  EMPTY_ACCESS_TOKEN: [65_600, "Empty oauth2 access token"],
  INVALID_ACCESS_TOKEN: [65_600, "Invalid access token"],
  REVOKED_ACCESS_TOKEN: [65_601, "The token used in the request has been revoked by the user"],
  EXPIRED_ACCESS_TOKEN: [65_602, "The token used in the request has expired"],
} as const;

/** Returns HTTP 401 with the code and number of the token's problem. */
export function networkUnauthorized(code: keyof typeof tokenRefusals = "INVALID_ACCESS_TOKEN"): Message {
  const [serviceErrorCode, message] = tokenRefusals[code];
  return networkRefusal(401, message, { serviceErrorCode, code });
}

/** Returns HTTP 403: the token lacks the permission, or posts as someone else. */
export function networkForbidden(permission = "ugcPosts.CREATE.NO_VERSION"): Message {
  return networkRefusal(403, `Not enough permissions to access: ${permission}`, { serviceErrorCode: 100 });
}

/** Returns HTTP 422: the same text was already posted as `urn`. */
export function networkDuplicate(urn: string): Message {
  return networkRefusal(422, `Content is a duplicate of ${urn}`);
}

/** Returns HTTP 429 for the member's or the application's daily limit. */
export function networkThrottled(
  scope: "MEMBER" | "APPLICATION" = "MEMBER",
  headers: Readonly<Record<string, string>> = {},
): Message {
  const message = `Resource level throttle ${scope} DAY limit for calls to this resource is reached.`;
  return { ...networkRefusal(429, message, { serviceErrorCode: 101 }), headers };
}

/** Returns a failure of the provider's infrastructure: an HTML page with a 5xx status instead of JSON. */
export function networkUnavailable(status = 502): Message {
  return htmlPage(
    `<!DOCTYPE html><html><head><title>${status}</title></head><body>Bad Gateway</body></html>`,
    status,
  );
}
