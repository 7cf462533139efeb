import { describeUnexpected } from "@plumbline/core/log/logger.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import type { AppTypes } from "../request.ts";
import { failurePage, type PersonPage, securityPolicy } from "./person-page.ts";

/** Answers with a page, also where the service fails: a person cannot read a problem in JSON. */
export async function servePersonPage(
  { logger }: Pick<Service, "logger">,
  context: Context<AppTypes>,
  make: () => Promise<PersonPage | Response>,
): Promise<Response> {
  const requestId = context.get("requestId");
  const made = await make().catch((error: unknown) => {
    logger.log("error", "request_failed", { request_id: requestId, ...describeUnexpected(error) });
    context.set("errorCode", "internal");
    return failurePage(requestId);
  });
  if (made instanceof Response) return made;
  return context.body(made.text, made.status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": securityPolicy(made),
    // Not `no-referrer`: a browser would then say `Origin: null` of the page's own form.
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
    "cross-origin-opener-policy": "same-origin",
  });
}
