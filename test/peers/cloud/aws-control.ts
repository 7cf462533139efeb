import * as z from "zod";
import { REGION } from "./built-stage.ts";

/**
 * The control planes of moto that the product has no client for, without a client and unsigned, as moto
 * checks no signature.
 */
export interface AwsControl {
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

export function awsControl(url: string): AwsControl {
  const ask = async (service: string, path: string, { method = "POST", headers = {}, body }: Asked) => {
    const authorization = `AWS4-HMAC-SHA256 Credential=control/20260101/${REGION}/${service}/aws4_request, SignedHeaders=host, Signature=0`;
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
  const events = async (action: string, input: object) => {
    const headers = { "content-type": "application/x-amz-json-1.1", "x-amz-target": `AWSEvents.${action}` };
    return JSON.parse(await ask("events", "/", { headers, body: JSON.stringify(input) }));
  };
  return {
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
