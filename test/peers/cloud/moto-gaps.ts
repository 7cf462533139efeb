import type { Template } from "./built-stage.ts";

/** Something of a template that moto 5.2.5's CloudFormation does not take. */
export interface MotoGap {
  /** A resource's type, all of it or one property. */
  type: RegExp;
  property?: string;
  reason: string;
}

export const MOTO_GAPS: readonly MotoGap[] = [
  {
    type: /^AWS::ApiGateway::/,
    reason:
      "It has no stages and no response transfer mode, and calls no function: the API is held in test/stacks.",
  },
  { type: /^AWS::Lambda::Permission$/, reason: "It refers to that API, and moto checks none." },
  { type: /^AWS::SQS::QueuePolicy$/, reason: "Its CloudFormation does not have the type." },
  { type: /^AWS::Lambda::EventInvokeConfig$/, reason: "Its CloudFormation does not have the type." },
  {
    type: /^AWS::KMS::Key$/,
    property: "Tags",
    reason: "It takes them in the form of KMS's own API, not of CloudFormation's.",
  },
  {
    type: /^AWS::SSM::Parameter$/,
    property: "Tags",
    reason: "It takes a list of them, where CloudFormation's form is a map.",
  },
];

/** A template without what moto does not take. */
export interface CutTemplate {
  template: Template;
  /** The logical ids of what is to be created. */
  kept: string[];
  /** The gaps there were. */
  gaps: MotoGap[];
}

/**
 * Outputs that refer to what is cut go with it. Throws when a resource that stays refers to one that does
 * not.
 */
export function cutForMoto({ Resources, Outputs, ...rest }: Template): CutTemplate {
  const gaps = new Set<MotoGap>();
  const kept: Template["Resources"] = {};
  for (const [id, resource] of Object.entries(Resources)) {
    const found = MOTO_GAPS.filter(
      ({ type, property }) =>
        type.test(resource.Type) && (property === undefined || property in resource.Properties),
    );
    for (const gap of found) gaps.add(gap);
    if (found.some(({ property }) => property === undefined)) continue;
    const left = Object.entries(resource.Properties).filter(
      ([name]) => !found.some(({ property }) => property === name),
    );
    kept[id] = { ...resource, Properties: Object.fromEntries(left) };
  }
  const cut = Object.keys(Resources).filter((id) => !(id in kept));
  const leadsToCut = (value: unknown) => cut.some((id) => JSON.stringify(value).includes(`"${id}"`));
  const broken = Object.keys(kept).filter((id) => leadsToCut(kept[id]));
  if (broken.length > 0) throw new Error(`These refer to what moto does not take: ${broken.join(", ")}.`);
  const outputs = Object.entries(Outputs).filter(([, output]) => !leadsToCut(output));
  return {
    template: { ...rest, Resources: kept, Outputs: Object.fromEntries(outputs) },
    kept: Object.keys(kept),
    gaps: [...gaps],
  };
}
