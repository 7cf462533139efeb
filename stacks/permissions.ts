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
const WATCH_KEEPING = [...CALLER_CHECK, ...WATCH_POLLING, "ConditionCheckItem"];

/**
 * Functions that encrypt (tokens, results of idempotent calls, events of watches) may generate data keys.
 * Those that use tokens may only unwrap them.
 */
const ENCRYPTION = ["Decrypt", "GenerateDataKey"];

/** Everything that a function may do, besides logs, traces and secrets. */
interface Grants {
  /** DynamoDB actions on the main table. A test runs every route and compares. */
  table?: readonly string[];
  /** The table's index that it may query. */
  index?: string;
  /**
   * DynamoDB actions on the table of wrapped keys. They are separate from those on the main table, because a
   * writer of one must not be able to write the other.
   */
  keyTable?: readonly string[];
  /** KMS actions on the stage's key and on tenants' own keys. */
  key?: readonly string[];
  /** True for functions that call a model: the agent and completions to write, research to read. */
  asksModel?: true;
  sendsTo?: readonly QueueName[];
  /**
   * Queues that Lambda reads with the function's permissions
   * (docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html).
   */
  receivesFrom?: readonly QueueName[];
}

const TOOLS: Grants = { table: WATCH_KEEPING, keyTable: CONVERSATIONS, key: ENCRYPTION, asksModel: true };

const GRANTS: Record<FunctionName, Grants> = {
  health: {},
  docs: {},
  research: { ...TOOLS, table: [...CALLER_CHECK, "PutItem", "DeleteItem", "ConditionCheckItem"] },
  agent: TOOLS,
  tools: TOOLS,
  mcp: TOOLS,
  credentials: {
    table: [...CALLER_CHECK, "Query", "PutItem", "DeleteItem"],
    keyTable: SIGNATURE_CHECK,
    key: ENCRYPTION,
  },
  tenants: {
    table: [...CALLER_CHECK, "Query", "PutItem", "BatchWriteItem"],
    keyTable: [...SIGNATURE_CHECK, "DeleteItem", "BatchWriteItem"],
    key: ENCRYPTION,
  },
  watches: {
    table: WATCH_KEEPING,
    keyTable: [...SIGNATURE_CHECK, "DeleteItem"],
    key: ENCRYPTION,
    sendsTo: ["delivery"],
  },
  tick: {
    table: ["GetItem", "Query", "PutItem"],
    index: "gsi1",
    sendsTo: ["feed", "inbox", "delivery"],
  },
  poll: {
    table: [...CALLER_CHECK, ...WATCH_POLLING],
    keyTable: ["GetItem", "Query", "PutItem"],
    key: ENCRYPTION,
    sendsTo: ["delivery"],
    receivesFrom: ["feed", "inbox"],
  },
  deliver: {
    table: ["GetItem", "BatchGetItem", "PutItem"],
    keyTable: SIGNATURE_CHECK,
    key: ["Decrypt"],
    receivesFrom: ["delivery"],
  },
};

/** Returns the queues that a function sends to. */
export function sendsTo(name: FunctionName): readonly QueueName[] {
  return GRANTS[name].sendsTo ?? [];
}

const RECEIVING = ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"];

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
  const { stage, tableArn, keyTableArn, keyArn, queueArns, failureQueueArn: failures } = resources;
  const { table = [], index, keyTable = [], key = [], asksModel, receivesFrom = [] } = GRANTS[name];
  const statements: PolicyStatement[] = [];
  const allow = (service: string, actions: readonly string[], on: readonly string[]) => {
    const named = actions.map((action) => `${service}:${action}`);
    if (named.length > 0 && on.length > 0)
      statements.push(new PolicyStatement({ actions: named, resources: [...on] }));
  };
  const listQueues = (names: readonly QueueName[]) => names.map((queue) => queueArns[queue]);
  allow("logs", ["CreateLogStream", "PutLogEvents"], [resources.logGroupArn]);
  allow("dynamodb", table, [tableArn]);
  allow("dynamodb", keyTable, [keyTableArn]);
  if (index !== undefined) allow("dynamodb", ["Query"], [`${tableArn}/index/${index}`]);
  if (key.length > 0) {
    const onKey = key.map((action) => `kms:${action}`);
    statements.push(keyStatement(onKey, keyArn, stage), ownKeyStatement(onKey, resources.ownKeyArns, stage));
  }
  allow(
    "sqs",
    ["SendMessage"],
    [...listQueues(sendsTo(name)), ...(failures === undefined ? [] : [failures])],
  );
  allow("sqs", RECEIVING, listQueues(receivesFrom));
  if (asksModel) statements.push(...resources.modelGrants.map(modelStatement));
  // Systems Manager decrypts a SecureString with its own key for any role that may read the parameter.
  allow("ssm", ["GetParameters"], resources.parameterArns);
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
