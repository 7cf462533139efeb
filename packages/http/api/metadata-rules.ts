import { credentialKinds } from "@plumbline/adapters/credential-kinds.ts";
import * as z from "zod";

/** What `metadata` must be for each kind, as JSON Schema's conditions on a new credential. */
export const metadataRules = [...kindsByMetadata()].map(([metadata, kinds]) => ({
  if: { properties: { kind: { enum: kinds } }, required: ["kind"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nobody awaits this.
  then: JSON.parse(metadata),
}));

/** Kinds that have the same metadata are told together. */
function kindsByMetadata(): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const kind of credentialKinds.names()) {
    const rule = JSON.stringify(ruleOf(credentialKinds.metadataSchema(kind)));
    all.set(rule, [...(all.get(rule) ?? []), kind]);
  }
  return all;
}

function ruleOf(schema: z.ZodObject) {
  const { $schema: _dialect, ...metadata } = z.toJSONSchema(schema, { io: "input" });
  const optional = schema.safeParse({}).success;
  return { properties: { metadata }, ...(optional ? {} : { required: ["metadata"] }) };
}
