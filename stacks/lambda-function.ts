import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Function as LambdaFunction, type Stack } from "sst/constructs";
import { bundleFeedWorker } from "./feed-worker.ts";
import { modelArns } from "./model.ts";
import { permissions } from "./permissions.ts";
import type { FunctionName } from "./routes.ts";
import { settingsFor } from "./settings.ts";

/**
 * How long each may run. A regional REST API drops an answer that says nothing for 300 s, start of the
 * sandbox included; a stream says something every 15 s and ends at the integration's own 15 minutes. A tick that is cut off begins
 * anew with the next minute's, so it has time for all that one may find; a poll takes 45 s a source at most.
 */
const TIMEOUT_SECONDS: Record<FunctionName, number> = {
  health: 10,
  docs: 10,
  research: 60,
  agent: 870,
  tools: 285,
  mcp: 285,
  credentials: 285,
  tenants: 285,
  watches: 285,
  tick: 285,
  poll: 180,
};

/** In seconds. */
export function timeoutOf(name: FunctionName): number {
  return TIMEOUT_SECONDS[name];
}

/** Those that read feeds, in a worker thread that is a file beside the bundle. */
const READS_FEEDS: readonly FunctionName[] = ["tools", "mcp", "agent", "watches", "poll"];

export interface FunctionResources {
  stage: string;
  tableName: string;
  tableArn: string;
  keyArn: string;
  /** The queues of watches to poll, for who sends or receives. */
  queueArns?: readonly string[];
}

/**
 * One function with its own role and log group. The role is made here, not by SST, whose default grants
 * writing to every log group. Code is left unminified, without source maps: stack traces stay readable, and
 * loading takes no longer (parsing is lazy).
 */
export function lambdaFunction(
  stack: Stack,
  name: FunctionName,
  resources: FunctionResources,
): LambdaFunction {
  const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const { stage, tableName, tableArn, keyArn, queueArns = [] } = resources;
  const logGroup = new LogGroup(stack, `${id}Logs`, { retention: RetentionDays.ONE_MONTH });
  const role = new Role(stack, `${id}Role`, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
  const permitted = {
    stage,
    tableArn,
    keyArn,
    queueArns,
    logGroupArn: logGroup.logGroupArn,
    modelArns: modelArns(stack, process.env),
  };
  for (const statement of permissions(name, permitted)) role.addToPolicy(statement);
  return new LambdaFunction(stack, id, {
    handler: `packages/functions/${name}.handler`,
    runtime: "nodejs24.x",
    architecture: "arm_64",
    memorySize: name === "health" ? 256 : 1024,
    timeout: TIMEOUT_SECONDS[name],
    role,
    logGroup,
    environment: {
      ...settingsFor(name, process.env),
      STAGE: stage,
      TABLE_NAME: tableName,
      TENANT_DATA_KEY_ARN: keyArn,
    },
    nodejs: { format: "esm", minify: false, sourcemap: false },
    ...(READS_FEEDS.includes(name) ? { hooks: { afterBuild: withFeedWorker } } : {}),
  });
}

/** SST names the folder of the built function second. */
async function withFeedWorker(_props: unknown, folder: string): Promise<void> {
  await bundleFeedWorker(folder);
}
