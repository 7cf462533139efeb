import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { ModelGrant } from "./model.ts";
import type { FunctionName, QueueName } from "./routes.ts";

/**
 * Actions for checking a caller: reads its key and tenant, each with its entry in the key table, and records
 * a key's last use.
 */
const CALLER_CHECK = ["GetItem", "BatchGetItem", "UpdateItem"];

/** Actions on the key table for checking a caller. The first check creates the signing key. */
const SIGNATURE_CHECK = ["GetItem", "BatchGetItem", "Query", "PutItem"];

/** Conversations are in the key table, where writers of the main table cannot delete their history. */
const CONVERSATIONS = [...SIGNATURE_CHECK, "DeleteItem"];

const WATCH_POLLING = ["Query", "PutItem", "DeleteItem", "BatchWriteItem"];

/** A watch, as a conversation, begins with a transaction that checks that its tenant is not deleted. */
const WATCH_KEEPING = [...WATCH_POLLING, "ConditionCheckItem"];

/** DynamoDB actions on the table. A test runs every route and compares. */
const TABLE_ACTIONS: Record<FunctionName, readonly string[]> = {
  health: [],
  docs: [],
  research: [...CALLER_CHECK, "PutItem", "DeleteItem", "ConditionCheckItem"],
  agent: [...CALLER_CHECK, ...WATCH_KEEPING],
  tools: [...CALLER_CHECK, ...WATCH_KEEPING],
  mcp: [...CALLER_CHECK, ...WATCH_KEEPING],
  credentials: [...CALLER_CHECK, "Query", "PutItem", "DeleteItem"],
  tenants: [...CALLER_CHECK, "Query", "PutItem", "BatchWriteItem"],
  watches: [...CALLER_CHECK, ...WATCH_KEEPING],
  tick: ["GetItem", "Query", "PutItem"],
  poll: [...CALLER_CHECK, ...WATCH_POLLING],
  deliver: ["GetItem", "BatchGetItem", "PutItem"],
};

/**
 * DynamoDB actions on the table of wrapped keys. They are separate from those on the main table, because a
 * writer of one must not be able to write the other.
 */
const KEY_TABLE_ACTIONS: Record<FunctionName, readonly string[]> = {
  health: [],
  docs: [],
  research: CONVERSATIONS,
  agent: CONVERSATIONS,
  tools: CONVERSATIONS,
  mcp: CONVERSATIONS,
  credentials: SIGNATURE_CHECK,
  tenants: [...SIGNATURE_CHECK, "DeleteItem", "BatchWriteItem"],
  watches: [...SIGNATURE_CHECK, "DeleteItem"],
  tick: [],
  poll: ["GetItem", "Query", "PutItem"],
  deliver: SIGNATURE_CHECK,
};

/** Functions that query the table's index, with its name. */
const QUERIES_INDEX: Partial<Record<FunctionName, string>> = { tick: "gsi1" };

/**
 * Functions that encrypt (tokens, results of idempotent calls, events of watches) may generate data keys.
 * Those that use tokens may only unwrap them.
 */
const KEY_ACTIONS: Record<FunctionName, readonly string[]> = {
  health: [],
  docs: [],
  research: ["Decrypt", "GenerateDataKey"],
  agent: ["Decrypt", "GenerateDataKey"],
  tools: ["Decrypt", "GenerateDataKey"],
  mcp: ["Decrypt", "GenerateDataKey"],
  credentials: ["Decrypt", "GenerateDataKey"],
  tenants: ["Decrypt", "GenerateDataKey"],
  watches: ["Decrypt", "GenerateDataKey"],
  tick: [],
  poll: ["Decrypt", "GenerateDataKey"],
  deliver: ["Decrypt"],
};

const SENDS_TO: Partial<Record<FunctionName, readonly QueueName[]>> = {
  tick: ["feed", "inbox", "delivery"],
  poll: ["delivery"],
  watches: ["delivery"],
};

/** Returns the queues that a function sends to. */
export function sendsTo(name: FunctionName): readonly QueueName[] {
  return SENDS_TO[name] ?? [];
}

/**
 * Queues that Lambda reads with the function's permissions
 * (docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html).
 */
const RECEIVES_FROM: Partial<Record<FunctionName, readonly QueueName[]>> = {
  poll: ["feed", "inbox"],
  deliver: ["delivery"],
};
const RECEIVING = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];

/** Functions that call a model: the agent and completions to write, research to read. */
const ASKS_A_MODEL: readonly FunctionName[] = ["research", "agent", "tools", "mcp"];

export interface PermittedResources {
  stage: string;
  tableArn: string;
  keyTableArn: string;
  keyArn: string;
  queueArns: Readonly<Record<QueueName, string>>;
  /** ARN of the queue to which Lambda, with the function's permissions, sends failed invocations. */
  failureQueueArn?: string;
  logGroupArn: string;
  /** Bedrock resources that the function may call with its own role. */
  modelGrants: readonly ModelGrant[];
  /** Every key of the account and region. The aliases determine which of them are meant. */
  ownKeyArns: string;
  /** The secret settings that the function may read. */
  parameterArns: readonly string[];
}

/** Returns everything that a function may do, besides reporting traces. */
export function permissions(name: FunctionName, resources: PermittedResources): PolicyStatement[] {
  const { stage, tableArn, keyTableArn, keyArn, queueArns, logGroupArn, parameterArns, ownKeyArns } =
    resources;
  const { failureQueueArn: failures, modelGrants } = resources;
  const statements = [
    new PolicyStatement({ actions: ["logs:CreateLogStream", "logs:PutLogEvents"], resources: [logGroupArn] }),
  ];
  const allow = (actions: string[], ...on: string[]) => {
    if (actions.length > 0 && on.length > 0) statements.push(new PolicyStatement({ actions, resources: on }));
  };
  const onTable = TABLE_ACTIONS[name].map((action) => `dynamodb:${action}`);
  allow(onTable, tableArn);
  allow(
    KEY_TABLE_ACTIONS[name].map((action) => `dynamodb:${action}`),
    keyTableArn,
  );
  const index = QUERIES_INDEX[name];
  if (index !== undefined) allow(["dynamodb:Query"], `${tableArn}/index/${index}`);
  const onKey = KEY_ACTIONS[name].map((action) => `kms:${action}`);
  if (onKey.length > 0)
    statements.push(keyStatement(onKey, keyArn, stage), ownKeyStatement(onKey, ownKeyArns, stage));
  const sendsToArns = sendsTo(name).map((queue) => queueArns[queue]);
  allow(["sqs:SendMessage"], ...sendsToArns, ...(failures === undefined ? [] : [failures]));
  allow([...RECEIVING], ...(RECEIVES_FROM[name] ?? []).map((queue) => queueArns[queue]));
  if (ASKS_A_MODEL.includes(name)) statements.push(...modelGrants.map(modelStatement));
  // Systems Manager decrypts a SecureString with its own key for any role that may read the parameter.
  allow(["ssm:GetParameters"], ...parameterArns);
  return statements;
}

function modelStatement({ arn, through }: ModelGrant): PolicyStatement {
  return new PolicyStatement({
    actions: ["bedrock:InvokeModelWithResponseStream"],
    resources: [arn],
    ...(through !== undefined && { conditions: { ArnEquals: { "bedrock:InferenceProfileArn": through } } }),
  });
}

function keyStatement(actions: string[], keyArn: string, stage: string): PolicyStatement {
  return new PolicyStatement({ actions, resources: [keyArn], conditions: tenantContext(stage) });
}

/**
 * Returns the statement for tenants' own keys: those with an alias in the format of
 * packages/aws/keys/own-keys.ts.
 */
function ownKeyStatement(actions: string[], keyArns: string, stage: string): PolicyStatement {
  const aliased = { "kms:ResourceAliases": `alias/plumbline/${stage}/tenant/*` };
  const conditions = { ...tenantContext(stage), "ForAnyValue:StringLike": aliased };
  return new PolicyStatement({ actions, resources: [keyArns], conditions });
}

/** Makes KMS itself refuse a call without a tenant or for another stage. */
function tenantContext(stage: string) {
  return {
    StringEquals: { "kms:EncryptionContext:stage": stage, "kms:EncryptionContext:purpose": "tenant-data" },
    Null: { "kms:EncryptionContext:tenant_id": "false" },
  };
}
