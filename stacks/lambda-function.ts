import { Duration } from "aws-cdk-lib";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { EventInvokeConfigOptions } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Function as LambdaFunction, type Stack } from "sst/constructs";
import { BUNDLING } from "./bundling.ts";
import { finishBundle } from "./finish-bundle.ts";
import { modelGrants } from "./model.ts";
import { permissions, sendsTo } from "./permissions.ts";
import type { FunctionName, QueueName } from "./routes.ts";
import { asksModel, formatSecretParameter, listSecrets, settingsFor } from "./settings.ts";
import { KEPT, stageSettings } from "./stage.ts";
import type { StorageStack } from "./storage.ts";

/**
 * Timeouts of the functions, in seconds. A regional REST API drops a response that is silent for 300 s,
 * including the start of the sandbox. A stream sends something every 15 s and ends at the integration's limit
 * of 15 minutes. An interrupted tick restarts with the next minute's, so it has time for everything that it
 * may find. A poll takes at most 45 s per source, and a batch of deliveries ten attempts of 15 s.
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
  deliver: 180,
};

/** In seconds. */
export function getTimeoutSeconds(name: FunctionName): number {
  return TIMEOUT_SECONDS[name];
}

export interface FunctionResources {
  stage: string;
  storage: StorageStack;
  queues: Readonly<Record<QueueName, Queue>>;
  /**
   * Queue for failed invocations of a function that nobody waits for. Such an invocation is not retried. An
   * invocation that Lambda could not start within a minute has also failed.
   */
  failures?: Queue;
  /** Concurrency reserved per function. */
  reserved?: Readonly<Partial<Record<FunctionName, number>>>;
}

/**
 * Creates one function with its own role and log group. The role is created here and not by SST, whose
 * default permits writing to every log group.
 */
export function lambdaFunction(
  stack: Stack,
  name: FunctionName,
  resources: FunctionResources,
): LambdaFunction {
  const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const { stage, storage, queues, failures } = resources;
  const { table, keyTable, tenantDataKey } = storage;
  const reservedConcurrentExecutions = resources.reserved?.[name];
  const { logRetention, logLevel, memory } = stageSettings(stage);
  const logGroup = new LogGroup(stack, `${id}Logs`, { retention: logRetention, removalPolicy: KEPT });
  const role = new Role(stack, `${id}Role`, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
  const permitted = {
    stage,
    tableArn: table.tableArn,
    keyTableArn: keyTable.tableArn,
    keyArn: tenantDataKey.keyArn,
    queueArns: {
      feed: queues.feed.queueArn,
      inbox: queues.inbox.queueArn,
      delivery: queues.delivery.queueArn,
    },
    ...(failures && { failureQueueArn: failures.queueArn }),
    logGroupArn: logGroup.logGroupArn,
    modelGrants: asksModel(name, process.env) ? modelGrants(stack, settingsFor(name, process.env)) : [],
    ownKeyArns: `arn:${stack.partition}:kms:${stack.region}:${stack.account}:key/*`,
    parameterArns: listSecrets(name, process.env).map(
      (setting) =>
        `arn:${stack.partition}:ssm:${stack.region}:${stack.account}:parameter${formatSecretParameter(stage, setting)}`,
    ),
  };
  for (const statement of permissions(name, permitted)) role.addToPolicy(statement);
  return new LambdaFunction(stack, id, {
    handler: `packages/functions/handlers/${name}.handler`,
    runtime: "nodejs24.x",
    architecture: "arm_64",
    memorySize: memory[name] ?? memory.others,
    timeout: TIMEOUT_SECONDS[name],
    role,
    logGroup,
    environment: {
      ...settingsFor(name, { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || logLevel }),
      STAGE: stage,
      TABLE_NAME: table.tableName,
      KEY_TABLE_NAME: keyTable.tableName,
      TENANT_DATA_KEY_ARN: tenantDataKey.keyArn,
      ...Object.fromEntries(
        sendsTo(name).map((queue) => [`${queue.toUpperCase()}_QUEUE_URL`, queues[queue].queueUrl]),
      ),
    },
    ...(failures && withoutRetries(failures)),
    ...(reservedConcurrentExecutions !== undefined && { reservedConcurrentExecutions }),
    nodejs: BUNDLING,
    // SST passes the folder of the built function as the second argument.
    hooks: { afterBuild: (_props, folder) => finishBundle(name, folder) },
  });
}

/** Disables retries. Does not use an `SqsDestination`, which grants more than sending requires. */
function withoutRetries(failures: Queue): EventInvokeConfigOptions {
  return {
    retryAttempts: 0,
    maxEventAge: Duration.minutes(1),
    onFailure: { bind: () => ({ destination: failures.queueArn }) },
  };
}
