import { ResponseType, type RestApi } from "aws-cdk-lib/aws-apigateway";
import { type Problem, problemText } from "./problem-text.ts";

interface GatewayProblem extends Problem {
  /** Seconds. */
  retryAfter?: number;
}

const REPORT = "Quote the request id $context.requestId when you report it.";

/**
 * What API Gateway answers by itself, by its own names for it
 * (docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html).
 */
const PROBLEMS: readonly (readonly [ResponseType, GatewayProblem])[] = [
  [
    ResponseType.THROTTLED,
    {
      status: 429,
      title: "Too many requests",
      code: "too_many_requests",
      detail: "More requests than this API takes at once; send fewer and try again in a second.",
      retryAfter: 1,
    },
  ],
  [
    ResponseType.REQUEST_TOO_LARGE,
    {
      status: 413,
      title: "Body too large",
      code: "body_too_large",
      detail: "The request is longer than API Gateway takes; the service takes bodies of at most 1 MiB.",
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

/** Has the gateway refuse as the service does: by a problem (RFC 9457) with a stable code, and with `Retry-After` where waiting helps. */
export function answerWithProblems(gateway: RestApi): void {
  for (const [type, { retryAfter, ...problem }] of PROBLEMS) {
    gateway.addGatewayResponse(type.responseType, {
      type,
      statusCode: String(problem.status),
      responseHeaders: {
        "Content-Type": "'application/problem+json'",
        ...(retryAfter === undefined ? {} : { "Retry-After": `'${retryAfter}'` }),
      },
      // The one name of a template that is taken whatever a request accepts.
      templates: { "application/json": problemText(problem) },
    });
  }
}
