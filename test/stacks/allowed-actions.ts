import { permissions } from "../../stacks/permissions.ts";
import type { FunctionName } from "../../stacks/routes.ts";

export const resources = {
  stage: "test",
  tableArn: "arn:table",
  keyTableArn: "arn:key-table",
  keyArn: "arn:key",
  queueArns: { feed: "arn:feeds", inbox: "arn:inboxes", delivery: "arn:deliveries" },
  logGroupArn: "arn:logs",
  modelGrants: [],
  ownKeyArns: "o",
  parameterArns: [],
};

/** Lists the actions that a function may take besides logging, sorted. */
export function allowedActions(name: FunctionName): string[] {
  const actions = permissions(name, resources).flatMap(({ actions, resources: [on = ""] }) => {
    const where = on === resources.keyTableArn ? "the key table" : on.split("/index/")[1];
    return actions.map((action) => (where === undefined ? action : `${action} on ${where}`));
  });
  // What may be done with the stage's key may be done with a tenant's own.
  return [...new Set(actions.filter((action) => !action.startsWith("logs:")))].sort();
}
