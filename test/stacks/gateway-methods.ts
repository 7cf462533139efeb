import * as z from "zod";
import type { SynthesisedApp } from "./synthesised-app.ts";

const reference = z.object({ Ref: z.string() });
const attribute = z.object({ "Fn::GetAtt": z.tuple([z.string(), z.string()]) });
const resourceProperties = z.looseObject({ PathPart: z.string(), ParentId: z.union([reference, attribute]) });
const methodProperties = z.looseObject({
  HttpMethod: z.string(),
  ResourceId: z.union([reference, attribute]),
  Integration: z.looseObject({
    Type: z.string(),
    IntegrationHttpMethod: z.string(),
    ResponseTransferMode: z.string(),
    TimeoutInMillis: z.number(),
    Uri: z.object({
      "Fn::Join": z.tuple([z.literal(""), z.array(z.union([z.string(), reference, attribute]))]),
    }),
  }),
});

/** One method of the API as the template has it. */
export interface GatewayMethod {
  method: string;
  path: string;
  integration: z.infer<typeof methodProperties>["Integration"];
  /** The integration's URI, with `<Name>` for a reference. */
  uri: string;
  /** Logical id of the function it calls. */
  functionId: string;
}

export function gatewayMethods(app: SynthesisedApp): GatewayMethod[] {
  const resources = app.resources("AWS::ApiGateway::Resource");
  const pathOf = (id: z.infer<typeof reference> | z.infer<typeof attribute>): string => {
    const resource = "Ref" in id ? resources.get(id.Ref) : undefined;
    if (!resource) return "";
    const { PathPart, ParentId } = resourceProperties.parse(resource.Properties);
    return `${pathOf(ParentId)}/${PathPart}`;
  };
  return [...app.resources("AWS::ApiGateway::Method").values()].map(({ Properties }) => {
    const { HttpMethod: method, ResourceId, Integration: integration } = methodProperties.parse(Properties);
    const parts = integration.Uri["Fn::Join"][1];
    const uri = parts.map((part) => {
      if (typeof part === "string") return part;
      return "Ref" in part ? `<${part.Ref}>` : `<${part["Fn::GetAtt"].join(".")}>`;
    });
    const target = parts.find((part) => typeof part === "object" && "Fn::GetAtt" in part);
    const functionId = typeof target === "object" && "Fn::GetAtt" in target ? target["Fn::GetAtt"][0] : "";
    return { method, path: pathOf(ResourceId) || "/", integration, uri: uri.join(""), functionId };
  });
}
