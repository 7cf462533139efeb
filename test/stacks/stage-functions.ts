import { type FunctionName, GATEWAY_ROUTES } from "../../stacks/routes.ts";
import type { Resource, SynthesisedApp } from "./synthesised-app.ts";

/** SST's own function for custom resources, one per stack; our code never calls it. */
const SST_HANDLER = /^CustomResourceHandler/;
/** The functions behind the API. */
export const ROUTED = [...new Set(GATEWAY_ROUTES.map(({ function: name }) => name))];
export const NAMES: readonly FunctionName[] = [...ROUTED, "tick", "poll", "deliver"];

export interface StageFunction {
  /** Its logical id: `Research45C4ADF7` is `research`. */
  id: string;
  resource: Resource;
}

/** Our functions by name. Throws for one of no known name, and for a name that has none. */
export function stageFunctions(app: SynthesisedApp): (name: FunctionName) => StageFunction {
  const all = [...app.resources("AWS::Lambda::Function")].filter(([id]) => !SST_HANDLER.test(id));
  const byName = new Map(
    all.map(([id, resource]) => [resource.Properties.Handler, { id, resource }] as const),
  );
  if (byName.size !== NAMES.length)
    throw new Error(`There are ${byName.size} functions, not ${NAMES.length}.`);
  return (name) => {
    const found = byName.get(`packages/functions/handlers/${name}.handler`);
    if (!found) throw new Error(`There is no function ${name}.`);
    return found;
  };
}
