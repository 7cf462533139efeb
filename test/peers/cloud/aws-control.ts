import * as z from "zod";
import { REGION } from "./built-stage.ts";

/**
 * The control planes of moto that the product has no client for, without a client and unsigned, as moto
 * checks no signature.
 */
export interface AwsControl {
  /** Returns credentials for another account, as signing in there does. */
  signIn(account: string): Promise<Credentials>;
  /** Notes the CDK's bootstrap of the account, for which every template asks. */
  bootstrap(): Promise<void>;
  /** Creates a stack and answers the logical ids of its resources, sorted. */
  createStack(name: string, template: object): Promise<string[]>;
  functions(): Promise<DeployedFunction[]>;
  eventSources(): Promise<EventSource[]>;
  /** Disables one, after which moto leaves the queue's messages alone. */
  disable(eventSource: EventSource): Promise<void>;
  rules(): Promise<DeployedRule[]>;
}

const functionSchema = z.object({
  FunctionArn: z.string(),
  Handler: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }).optional(),
});
export type DeployedFunction = z.infer<typeof functionSchema>;

const eventSourceSchema = z.object({
  UUID: z.string(),
  EventSourceArn: z.string(),
  FunctionArn: z.string(),
  BatchSize: z.int(),
  FunctionResponseTypes: z.array(z.string()),
  ScalingConfig: z.object({ MaximumConcurrency: z.int() }),
});
export type EventSource = z.infer<typeof eventSourceSchema>;

const ruleSchema = z.object({ Name: z.string(), ScheduleExpression: z.string(), State: z.string() });
const targetSchema = z.object({
  Arn: z.string(),
  Input: z.string(),
  DeadLetterConfig: z.object({ Arn: z.string() }),
});
export type DeployedRule = z.infer<typeof ruleSchema> & { targets: z.infer<typeof targetSchema>[] };

/** Credentials, under the names of a process's environment. */
export type Credentials = Readonly<Record<string, string>>;

/** `accessKeyId`: of the account to work in; moto's own account when left out. */
export function awsControl(url: string, accessKeyId = "control"): AwsControl {
  const ask = async (service: string, path: string, { method = "POST", headers = {}, body }: Asked) => {
    const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/${REGION}/${service}/aws4_request, SignedHeaders=host, Signature=0`;
    const sent = { method, headers: { authorization, ...headers }, ...(body === undefined ? {} : { body }) };
    const response = await fetch(url + path, sent);
    const text = await response.text();
    if (!response.ok) throw new Error(`${service} answers ${response.status}: ${text}`);
    return text;
  };
  const cloudFormation = (form: Record<string, string>) =>
    ask("cloudformation", "/", { body: new URLSearchParams({ Version: "2010-05-15", ...form }) });
  const lambda = async (path: string, asked: Asked) =>
    JSON.parse(await ask("lambda", `/2015-03-31${path}`, asked));
  const json = async (service: string, target: string, input: object) => {
    const headers = { "content-type": "application/x-amz-json-1.1", "x-amz-target": target };
    return JSON.parse(await ask(service, "/", { headers, body: JSON.stringify(input) }));
  };
  const events = (action: string, input: object) => json("events", `AWSEvents.${action}`, input);
  return {
    async signIn(account) {
      const form = {
        ...{ Action: "AssumeRole", Version: "2011-06-15", RoleSessionName: "person" },
        RoleArn: `arn:aws:iam::${account}:role/administrator`,
      };
      const answer = await ask("sts", "/", { body: new URLSearchParams(form) });
      const of = (name: string) => new RegExp(`<${name}>([^<]+)<`).exec(answer)?.[1] ?? "";
      return {
        AWS_ACCESS_KEY_ID: of("AccessKeyId"),
        AWS_SECRET_ACCESS_KEY: of("SecretAccessKey"),
        AWS_SESSION_TOKEN: of("SessionToken"),
      };
    },
    async bootstrap() {
      const version = { Name: "/cdk-bootstrap/hnb659fds/version", Value: "21", Type: "String" };
      await json("ssm", "AmazonSSM.PutParameter", version);
    },
    async createStack(name, template) {
      const body = JSON.stringify(template);
      await cloudFormation({ Action: "CreateStack", StackName: name, TemplateBody: body });
      const listed = await cloudFormation({ Action: "ListStackResources", StackName: name });
      return [...listed.matchAll(/<LogicalResourceId>(\w+)</g)].map(([, id = ""]) => id).sort();
    },
    async functions() {
      const { Functions } = await lambda("/functions/", { method: "GET" });
      return z.array(functionSchema).parse(Functions);
    },
    async eventSources() {
      const { EventSourceMappings } = await lambda("/event-source-mappings/", { method: "GET" });
      return z.array(eventSourceSchema).parse(EventSourceMappings);
    },
    async disable({ UUID }) {
      await lambda(`/event-source-mappings/${UUID}`, {
        method: "PUT",
        body: JSON.stringify({ Enabled: false }),
      });
    },
    async rules() {
      const rules = z.array(ruleSchema).parse((await events("ListRules", {})).Rules);
      const withTargets = rules.map(async (rule) => {
        const { Targets } = await events("ListTargetsByRule", { Rule: rule.Name });
        return { ...rule, targets: z.array(targetSchema).parse(Targets) };
      });
      return Promise.all(withTargets);
    },
  };
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
}
