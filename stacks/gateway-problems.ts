import { ResponseType, type RestApi } from "aws-cdk-lib/aws-apigateway";
import { type Problem, problemText } from "./problem-text.ts";

interface GatewayProblem extends Problem {
  /** Seconds. */
  retryAfter?: number;
}

const REPORT = "Quote the request id $context.requestId when you report it.";

/**
 * Answers that API Gateway gives by itself, under its own names for them
 * (docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html).
 */
const PROBLEMS: readonly (readonly [ResponseType, GatewayProblem])[] = [
  [
    ResponseType.THROTTLED,
    {
      status: 429,
      title: "Too many requests",
      code: "too_many_requests",
      detail: `More requests than this API takes at once; send fewer and try again in a second. ${REPORT}`,
      retryAfter: 1,
    },
  ],
  [
    ResponseType.REQUEST_TOO_LARGE,
    {
      status: 413,
      title: "Body too large",
      code: "body_too_large",
      detail: `The request is longer than API Gateway takes; the service takes bodies of at most 1 MiB and 64 KiB. ${REPORT}`,
    },
  ],
  [
    ResponseType.WAF_FILTERED,
    {
      status: 403,
      title: "Not allowed",
      code: "forbidden",
      detail: `The web firewall took the request for an attack. ${REPORT}`,
    },
  ],
  [
    ResponseType.DEFAULT_5XX,
    {
      status: 503,
      title: "Unavailable",
      code: "unavailable",
      detail: `The service did not answer, and whether the request was carried out is not known. ${REPORT}`,
    },
  ],
];

/**
 * Has the gateway refuse as the service does: by a problem (RFC 9457) with a stable code, with `Retry-After`
 * where waiting helps, and readable by pages where `CORS_ORIGINS` of the deploying environment lets any call.
 */
export function answerWithProblems(
  gateway: RestApi,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  for (const [type, { retryAfter, ...problem }] of PROBLEMS) {
    gateway.addGatewayResponse(type.responseType, {
      type,
      statusCode: String(problem.status),
      responseHeaders: {
        "Content-Type": "'application/problem+json'",
        "X-Content-Type-Options": "'nosniff'",
        ...(retryAfter === undefined ? {} : { "Retry-After": `'${retryAfter}'` }),
        ...readableByPages(environment.CORS_ORIGINS),
      },
      // The one name of a template that is taken whatever a request accepts.
      templates: { "application/json": problemText(problem) },
    });
  }
}

/**
 * A header of such an answer is a fixed text or one of the request's
 * (docs.aws.amazon.com/apigateway/latest/developerguide, api-gateway-swagger-extensions-gateway-responses):
 * of several origins, the one that asks. A refusal holds nothing of a tenant, so it may be any.
 */
function readableByPages(origins: string | undefined): Record<string, string> {
  const [only, ...others] = (origins ?? "").split(",").flatMap((origin) => origin.trim() || []);
  if (only === undefined) return {};
  return {
    "Access-Control-Allow-Origin": others.length === 0 ? `'${only}'` : "method.request.header.Origin",
    "Access-Control-Expose-Headers": "'retry-after,x-amzn-requestid'",
  };
}
