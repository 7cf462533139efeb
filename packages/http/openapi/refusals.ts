import type { ServiceErrorCode } from "@plumbline/core/errors/service-error.ts";
import { BODY_LIMIT, bytesInWords } from "../api/body-limit.ts";
import type { Access, Operation } from "../api/operation.ts";

type Refusals = Partial<Record<ServiceErrorCode, string>>;

const ALWAYS: Refusals = {
  method_not_allowed: "The path was asked with another method; `allow` names the right ones.",
  too_many_requests:
    "More than the deployment takes at once, or from one address; `retry-after` says how long to wait.",
  internal: "The service failed. Quote the `x-request-id` when you report it.",
};

const BAD_INPUT: Refusals = {
  bad_request:
    "A field, header or query parameter is missing, unknown or not as described; `errors` names each.",
};

const WITH_CALLER: Refusals = {
  ...BAD_INPUT,
  unauthenticated: "There is no API key, or it is unknown, revoked or expired.",
  unavailable: "The store or the key service does not answer at the moment; try again shortly.",
};

const WITH_PARAMS: Refusals = {
  not_found: "Nothing has this id; what is another tenant's counts as nothing.",
};

function withBody(limit: number): Refusals {
  return {
    ...BAD_INPUT,
    body_too_large: `The body is larger than ${bytesInWords(limit)}.`,
    unsupported_media_type: "The body is not sent as `application/json`.",
  };
}

/** Every problem an operation may answer with, and when: those that follow from its parts, then its own words for some. */
export function refusalsOf({ access, params, body, bodyLimit = BODY_LIMIT, refusals }: Operation): Refusals {
  return {
    ...(access === "public" ? {} : { ...WITH_CALLER, forbidden: whoIsForbidden(access) }),
    ...(params ? WITH_PARAMS : {}),
    ...(body ? withBody(bodyLimit) : {}),
    ...ALWAYS,
    ...refusals,
  };
}

function whoIsForbidden(access: Exclude<Access, "public">): string {
  if (access === "operator") return "The key is a tenant's; only an operator may do this.";
  if (access === "by_message") return "The key lacks the scope of this message, or is an operator's.";
  return `The key lacks the scope \`${access}\`, or is an operator's.`;
}
