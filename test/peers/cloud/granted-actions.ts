import * as z from "zod";
import type { DeployedStage } from "./deployed-stage.ts";

const role = z.object({ "Fn::GetAtt": z.tuple([z.string(), z.literal("Arn")]) });
const policy = z.object({
  Roles: z.array(z.object({ Ref: z.string() })),
  PolicyDocument: z.object({
    Statement: z.array(z.object({ Action: z.union([z.string(), z.array(z.string())]) })),
  }),
});

const SERVICES: Readonly<Record<string, string>> = {
  DynamoDB_20120810: "dynamodb",
  TrentService: "kms",
  AmazonSQS: "sqs",
  AmazonSSM: "ssm",
};

/**
 * IAM actions that functions needed and their roles do not have, as `tools kms:Decrypt`: what moto, which
 * asks no policy, has let pass. On what a role may do it, its templates are asked in test/stacks.
 */
export function missingGrants({ built, moto }: DeployedStage): string[] {
  const resources = [...built.templates.values()].flatMap(({ Resources }) => Object.values(Resources));
  const policies = resources
    .filter(({ Type }) => Type === "AWS::IAM::Policy")
    .map(({ Properties }) => policy.parse(Properties));
  const granted = new Set(
    resources
      .filter(
        ({ Type, Properties }) => Type === "AWS::Lambda::Function" && Properties.Environment !== undefined,
      )
      .flatMap(({ Properties }) => {
        const name = /^packages\/functions\/handlers\/(\w+)\.handler$/.exec(String(Properties.Handler))?.[1];
        const roleId = role.parse(Properties.Role)["Fn::GetAtt"][0];
        return policies
          .filter(({ Roles }) => Roles.some(({ Ref }) => Ref === roleId))
          .flatMap(({ PolicyDocument }) => PolicyDocument.Statement.flatMap(({ Action }) => Action))
          .map((action) => `${name} ${action}`);
      }),
  );
  const names = new Set([...granted].map((grant) => grant.split(" ")[0]));
  if (!names.has("tools")) throw new Error("The service's functions were not found in the templates.");
  const needed = moto.calls
    .filter(({ accessKeyId }) => names.has(accessKeyId))
    .map(({ accessKeyId, target }) => {
      const [service = "", action = ""] = target.split(".");
      // SendMessageBatch is allowed by SendMessage (docs.aws.amazon.com/service-authorization, Amazon SQS).
      return `${accessKeyId} ${SERVICES[service]}:${action.replace(/^(SendMessage)Batch$/, "$1")}`;
    });
  // IAM asks for the action of each write of a transaction, and not for the transaction.
  return [...new Set(needed)].filter((one) => !granted.has(one) && !one.endsWith(":TransactWriteItems"));
}
