import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { ModelGrant } from "./model.ts";
import type { FunctionName, QueueName } from "./routes.ts";

/**
 * The callers' own keys and tenants are read, each with what the key table knows of it, and a key's last use
 * noted, wherever a caller is checked.
 */
const CALLER_CHECK = ["GetItem", "BatchGetItem", "UpdateItem"];

/** Whoever is checked is looked up in the key table too, and the first check makes the key that signs. */
const SIGNATURE_CHECK = ["GetItem", "BatchGetItem", "Query", "PutItem"];

/** Conversations stand in the key table, where whoever writes the main table can make none forget. */
const CONVERSATIONS = [...SIGNATURE_CHECK, "DeleteItem"];

const WATCH_POLLING = ["Query", "PutItem", "DeleteItem", "BatchWriteItem"];

/** A watch is written in a transaction, which checks that its tenant was not deleted. */
const WATCH_KEEPING = [...WATCH_POLLING, "ConditionCheckItem"];

/** DynamoDB actions on the table. A test runs every route and compares. */
const TABLE_ACTIONS: Record<FunctionName, readonly string[]> = {
  health: [],
  docs: [],
  research: [...CALLER_CHECK, "PutItem", "DeleteItem"],
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
 * DynamoDB actions on the table of wrapped keys, apart from those on the main table: whoever writes one may
 * not write the other.
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

/** Those that ask the table's index, by its name. */
const QUERIES_INDEX: Partial<Record<FunctionName, string>> = { tick: "gsi1" };

/**
 * Only who seals makes data keys (tokens, results of idempotent calls, what watches find); who uses tokens
 * unwraps.
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

/** The queues that a function sends to. */
export function sendsTo(name: FunctionName): readonly QueueName[] {
  return SENDS_TO[name] ?? [];
}

/**
 * Lambda does it in the function's name (docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html).
 */
const RECEIVES_FROM: Partial<Record<FunctionName, readonly QueueName[]>> = {
  poll: ["feed", "inbox"],
  deliver: ["delivery"],
};
const RECEIVING = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];

/** The agent and completions write with it; research has it read, wherever research is asked for. */
const ASKS_A_MODEL: readonly FunctionName[] = ["research", "agent", "tools", "mcp"];

export interface PermittedResources {
  stage: string;
  tableArn: string;
  keyTableArn: string;
  keyArn: string;
  queueArns: Readonly<Record<QueueName, string>>;
  /** Of the queue to which Lambda, in the function's name, sends the invocations that failed. */
  failureQueueArn?: string;
  logGroupArn: string;
  /** Bedrock resources that it may call with its own role. */
  modelGrants: readonly ModelGrant[];
  /** Every key of the account and region, of which the aliases say which are meant. */
  ownKeyArns: string;
  /** The secret settings it may read. */
  parameterArns: readonly string[];
}

/** All that a function may do, beside reporting traces. */
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
  // Systems Manager opens a SecureString under its own key for whoever may read the parameter.
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
 * Keys that tenants brought: those with an alias of the form that packages/aws/keys/own-keys.ts gives them.
 */
function ownKeyStatement(actions: string[], keyArns: string, stage: string): PolicyStatement {
  const aliased = { "kms:ResourceAliases": `alias/plumbline/${stage}/tenant/*` };
  const conditions = { ...tenantContext(stage), "ForAnyValue:StringLike": aliased };
  return new PolicyStatement({ actions, resources: [keyArns], conditions });
}

/** KMS itself refuses a call that names no tenant or another stage. */
function tenantContext(stage: string) {
  return {
    StringEquals: { "kms:EncryptionContext:stage": stage, "kms:EncryptionContext:purpose": "tenant-data" },
    Null: { "kms:EncryptionContext:tenant_id": "false" },
  };
}
