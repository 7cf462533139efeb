import { Duration } from "aws-cdk-lib";
import { AccessLogFormat, LogGroupLogDestination, type StageOptions } from "aws-cdk-lib/aws-apigateway";
import { Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Stack } from "sst/constructs";
import { KEPT, nameInStage, type StageSettings } from "./stage.ts";

/**
 * Fields that API Gateway logs of a request. Variables:
 * docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html, those
 * of streams: response-streaming-troubleshoot.html. Each value is quoted, because a variable without a value
 * is written `-`.
 *
 * No client address, no path with ids and no query is logged. Nor is the tenant: the gateway does not know
 * it, as the functions check the keys. An authorizer that reported it would need a second look-up of every
 * key, or a cache in which a revoked key lives on. Response headers are not available in this log. The
 * function's `request` line names the tenant.
 */
const FIELDS = {
  time: "$context.requestTimeEpoch",
  request_id: "$context.requestId",
  /** Lambda's, which names the invocation in the function's own log. */
  function_request_id: "$context.integration.requestId",
  trace_id: "$context.xrayTraceId",
  method: "$context.httpMethod",
  route: "$context.resourcePath",
  tls: "$context.tlsVersion",
  status: "$context.status",
  /** Cause that kept the request from a function: `THROTTLED`, `WAF_FILTERED`. */
  gateway_error: "$context.error.responseType",
  firewall: "$context.wafResponseCode",
  transfer_mode: "$context.integration.responseTransferMode",
  headers_ms: "$context.integration.timeToAllHeaders",
  first_byte_ms: "$context.integration.timeToFirstContent",
  elapsed_ms: "$context.responseLatency",
  answer_bytes: "$context.responseLength",
};

/**
 * One JSON line a request, in a log group of the stage.
 *
 * API Gateway writes it with a role that an account has one of in a region, for all its APIs
 * (`AWS::ApiGateway::Account`). Stages must not take that from one another, so it belongs to the account and
 * no stage makes it; without it the deployment of the API is refused with "CloudWatch Logs role ARN must be
 * set in account settings".
 */
export function accessLog(
  stack: Stack,
  stage: string,
  { logRetention, alarms }: StageSettings,
): Pick<StageOptions, "accessLogDestination" | "accessLogFormat"> {
  const logGroup = new LogGroup(stack, "AccessLogs", { retention: logRetention, removalPolicy: KEPT });
  if (alarms) {
    new MetricFilter(stack, "TooManyRequests", {
      logGroup,
      filterPattern: FilterPattern.stringValue("$.status", "=", "429"),
      metricNamespace: NAMESPACE,
      metricName: metricOf429(stage),
    });
  }
  return {
    accessLogDestination: new LogGroupLogDestination(logGroup),
    accessLogFormat: AccessLogFormat.custom(JSON.stringify(FIELDS)),
  };
}

/**
 * Counts requests that were answered 429 by whoever refused them: the firewall, the gateway or a function.
 * API Gateway has no metric of one status, so they are counted in its access log.
 */
export function answersOf429(stage: string): Metric {
  return new Metric({
    namespace: NAMESPACE,
    metricName: metricOf429(stage),
    statistic: Stats.SUM,
    period: Duration.minutes(5),
  });
}

const NAMESPACE = "Plumbline";

/** The stage is in the name: a filter of a log takes dimensions from the log's fields alone. */
function metricOf429(stage: string): string {
  return nameInStage(stage, "api-429");
}
