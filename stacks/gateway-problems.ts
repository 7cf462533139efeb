import { ResponseType, type RestApi } from "aws-cdk-lib/aws-apigateway";
import { type Problem, problemText } from "./problem-text.ts";

interface GatewayProblem extends Problem {
  /** Value of `Retry-After`, in seconds. */
  retryAfter?: number;
}

const REPORT = "Quote the request id $context.requestId when you report it.";

/**
 * API Gateway's own responses, by its names for them
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
 * Makes the gateway refuse requests in the service's format: a problem (RFC 9457) with a stable code and, if
 * waiting helps, `Retry-After`. Pages may read it if `CORS_ORIGINS` of the deploying environment permits any.
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
      // The only template name that is used regardless of what a request accepts.
      templates: { "application/json": problemText(problem) },
    });
  }
}

/**
 * Returns the CORS headers. A header of such a response is either a fixed text or a value from the request
 * (docs.aws.amazon.com/apigateway/latest/developerguide, api-gateway-swagger-extensions-gateway-responses).
 * So for several permitted origins, it repeats the request's origin. That may be any origin, because a
 * refusal contains nothing about a tenant.
 */
function readableByPages(origins: string | undefined): Record<string, string> {
  const [only, ...others] = (origins ?? "").split(",").flatMap((origin) => origin.trim() || []);
  if (only === undefined) return {};
  return {
    "Access-Control-Allow-Origin": others.length === 0 ? `'${only}'` : "method.request.header.Origin",
    "Access-Control-Expose-Headers": "'retry-after,x-amzn-requestid'",
  };
}
