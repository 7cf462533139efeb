import { Duration } from "aws-cdk-lib";
import { AccessLogFormat, LogGroupLogDestination, type StageOptions } from "aws-cdk-lib/aws-apigateway";
import { Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Stack } from "sst/constructs";
import { KEPT, nameInStage, type StageSettings } from "./stage.ts";

/**
 * Fields that API Gateway logs for a request. Variables:
 * docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html, those
 * of streams: response-streaming-troubleshoot.html. Each value is quoted, because a variable without a value
 * is written as `-`.
 *
 * The log contains no client address, no path with IDs and no query. It does not contain the tenant either,
 * because the gateway does not know it: the functions check the keys. An authorizer that reported it would
 * have to look up every key twice, or keep a cache in which revoked keys stay valid. Response headers are not
 * available in this log. The function's `request` line contains the tenant.
 */
const FIELDS = {
  time: "$context.requestTimeEpoch",
  request_id: "$context.requestId",
  /** Lambda's request ID, which identifies the invocation in the function's own log. */
  function_request_id: "$context.integration.requestId",
  trace_id: "$context.xrayTraceId",
  method: "$context.httpMethod",
  route: "$context.resourcePath",
  tls: "$context.tlsVersion",
  status: "$context.status",
  /** Reason why the request did not reach a function: `THROTTLED`, `WAF_FILTERED`. */
  gateway_error: "$context.error.responseType",
  firewall: "$context.wafResponseCode",
  transfer_mode: "$context.integration.responseTransferMode",
  headers_ms: "$context.integration.timeToAllHeaders",
  first_byte_ms: "$context.integration.timeToFirstContent",
  elapsed_ms: "$context.responseLatency",
  answer_bytes: "$context.responseLength",
};

/**
 * Writes one JSON line per request to a log group of the stage.
 *
 * API Gateway writes it with a role that exists once per account and region, for all its APIs
 * (`AWS::ApiGateway::Account`). Stages must not take it from each other, so it belongs to the account and no
 * stage creates it. Without it, deploying the API fails with "CloudWatch Logs role ARN must be set in account
 * settings".
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
      metricName: formatMetricName(stage),
    });
  }
  return {
    accessLogDestination: new LogGroupLogDestination(logGroup),
    accessLogFormat: AccessLogFormat.custom(JSON.stringify(FIELDS)),
  };
}

/**
 * Counts responses with status 429 of the firewall, the gateway and the functions. API Gateway has no metric
 * for a single status, so they are counted in its access log.
 */
export function throttledResponses(stage: string): Metric {
  return new Metric({
    namespace: NAMESPACE,
    metricName: formatMetricName(stage),
    statistic: Stats.SUM,
    period: Duration.minutes(5),
  });
}

const NAMESPACE = "Plumbline";

/**
 * Returns the metric's name. It contains the stage, because a log's metric filter takes dimensions only from
 * the log's fields.
 */
function formatMetricName(stage: string): string {
  return nameInStage(stage, "api-429");
}
