import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { FunctionName } from "./routes.ts";

/** The callers' own keys and tenants are read, and a key's last use noted, wherever a caller is checked. */
const CALLER_CHECK = ["GetItem", "UpdateItem"];

/** Beginning a watch, too, takes back what a tenant's erasure would miss. */
const WATCH_KEEPING = ["Query", "PutItem", "DeleteItem", "BatchGetItem", "BatchWriteItem"];

/** DynamoDB actions on the table. A test runs every route and compares. */
const TABLE_ACTIONS: Record<FunctionName, readonly string[]> = {
  health: [],
  docs: [],
  research: CALLER_CHECK,
  agent: [...CALLER_CHECK, ...WATCH_KEEPING],
  tools: [...CALLER_CHECK, ...WATCH_KEEPING],
  mcp: [...CALLER_CHECK, ...WATCH_KEEPING],
  credentials: [...CALLER_CHECK, "Query", "PutItem", "DeleteItem"],
  tenants: [...CALLER_CHECK, "Query", "PutItem", "BatchWriteItem"],
  watches: [...CALLER_CHECK, ...WATCH_KEEPING],
  tick: ["GetItem", "Query", "PutItem"],
  poll: ["GetItem", "UpdateItem", ...WATCH_KEEPING],
};

/** Only who seals makes data keys (tokens, results of idempotent calls, what watches find); who uses tokens unwraps. */
const KEY_ACTIONS: Record<FunctionName, readonly string[]> = {
  health: [],
  docs: [],
  research: [],
  agent: ["Decrypt", "GenerateDataKey"],
  tools: ["Decrypt", "GenerateDataKey"],
  mcp: ["Decrypt", "GenerateDataKey"],
  credentials: ["Decrypt", "GenerateDataKey"],
  tenants: [],
  watches: ["Decrypt", "GenerateDataKey"],
  tick: [],
  poll: ["Decrypt", "GenerateDataKey"],
};

/** On the queues of watches. Receiving is done by Lambda in the function's name (docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html). */
const QUEUE_ACTIONS: Partial<Record<FunctionName, readonly string[]>> = {
  tick: ["SendMessage"],
  poll: ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"],
};

const ASKS_A_MODEL: readonly FunctionName[] = ["research", "agent"];

export interface PermittedResources {
  stage: string;
  tableArn: string;
  keyArn: string;
  queueArns: readonly string[];
  logGroupArn: string;
  /** The models it may ask on Bedrock with its own role. */
  modelArns: readonly string[];
}

/** All that a function may do, beside reporting traces. */
export function permissions(name: FunctionName, resources: PermittedResources): PolicyStatement[] {
  const { stage, tableArn, keyArn, queueArns, logGroupArn, modelArns } = resources;
  const statements = [
    new PolicyStatement({ actions: ["logs:CreateLogStream", "logs:PutLogEvents"], resources: [logGroupArn] }),
  ];
  const onTable = TABLE_ACTIONS[name].map((action) => `dynamodb:${action}`);
  if (onTable.length > 0) statements.push(new PolicyStatement({ actions: onTable, resources: [tableArn] }));
  const onKey = KEY_ACTIONS[name].map((action) => `kms:${action}`);
  if (onKey.length > 0) statements.push(keyStatement(onKey, keyArn, stage));
  const onQueues = QUEUE_ACTIONS[name]?.map((action) => `sqs:${action}`) ?? [];
  if (onQueues.length > 0)
    statements.push(new PolicyStatement({ actions: onQueues, resources: [...queueArns] }));
  if (ASKS_A_MODEL.includes(name) && modelArns.length > 0) {
    statements.push(
      new PolicyStatement({
        actions: ["bedrock:InvokeModelWithResponseStream"],
        resources: [...modelArns],
      }),
    );
  }
  return statements;
}

/** KMS itself refuses a call that names no tenant or another stage. */
function keyStatement(actions: string[], keyArn: string, stage: string): PolicyStatement {
  return new PolicyStatement({
    actions,
    resources: [keyArn],
    conditions: {
      StringEquals: { "kms:EncryptionContext:stage": stage, "kms:EncryptionContext:purpose": "tenant-data" },
      Null: { "kms:EncryptionContext:tenant_id": "false" },
    },
  });
}
