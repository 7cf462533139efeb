import type { Resource, SynthesisedApp } from "./synthesised-app.ts";

/**
 * Describes a stage's security as text for a reviewer: who may do what to what and when, and who may call
 * which function. It also says what queues, keys and the topic let in, what the firewall does, and how the
 * API is reached. References stand as `<Id>`. Hashes of logical ids, of assets and of paths are left out, so
 * the text changes only when one of these facts does.
 */
export function securityText(app: SynthesisedApp): string {
  const sections: [string, string[]][] = [
    ["Roles", roles(app)],
    ["Functions", each(app, "AWS::Lambda::Function", ({ Role }) => settings({ Role }))],
    ["Keys", each(app, "AWS::KMS::Key", ({ KeyPolicy }) => policy(KeyPolicy))],
    [
      "Queues",
      [
        ...each(app, "AWS::SQS::Queue", ({ SqsManagedSseEnabled }) => settings({ SqsManagedSseEnabled })),
        ...policiesOf(app, "AWS::SQS::QueuePolicy", "Queues"),
      ],
    ],
    ["Topics", policiesOf(app, "AWS::SNS::TopicPolicy", "Topics")],
    ["Who may call functions", callers(app)],
    ["The API", api(app)],
    ["Web firewall", firewall(app)],
  ];
  return sections.map(([title, lines]) => [`# ${title}`, ...lines, ""].join("\n")).join("\n");
}

function roles(app: SynthesisedApp): string[] {
  const policies = [...app.resources("AWS::IAM::Policy").values()];
  return each(app, "AWS::IAM::Role", (properties, id) => [
    ...policy(properties.AssumeRolePolicyDocument),
    ...list(properties.ManagedPolicyArns).map((arn) => `  has ${value(arn)}`),
    ...list(properties.Policies).flatMap((one) => policy(Object(one).PolicyDocument)),
    ...policies
      .filter(({ Properties }) => list(Properties.Roles).some((role) => Object(role).Ref === id))
      .flatMap(({ Properties }) => policy(Properties.PolicyDocument)),
  ]);
}

function policiesOf(app: SynthesisedApp, type: string, on: string): string[] {
  return [...app.resources(type).values()].flatMap(({ Properties }) => [
    list(Properties[on]).map(value).join(", "),
    ...policy(Properties.PolicyDocument),
  ]);
}

function callers(app: SynthesisedApp): string[] {
  return [...app.resources("AWS::Lambda::Permission").values()]
    .map(({ Properties: { FunctionName, Principal, Action, SourceArn } }) =>
      [value(FunctionName), value(Action), value(Principal), value(SourceArn)].join("  "),
    )
    .sort();
}

function api(app: SynthesisedApp): string[] {
  const unauthorised = [...app.resources("AWS::ApiGateway::Method").values()].filter(
    ({ Properties }) => Properties.AuthorizationType === "NONE",
  );
  return [
    ...each(app, "AWS::ApiGateway::RestApi", ({ Tags: _tags, ...properties }) => settings(properties)),
    ...each(app, "AWS::ApiGateway::Stage", ({ MethodSettings, TracingEnabled, AccessLogSetting }) =>
      settings({ TracingEnabled, MethodSettings, AccessLog: Object(AccessLogSetting).Format }),
    ),
    `methods whose callers the functions check: ${unauthorised.length} of ${app.resources("AWS::ApiGateway::Method").size}`,
  ];
}

function firewall(app: SynthesisedApp): string[] {
  const acls = each(app, "AWS::WAFv2::WebACL", ({ Rules, DefaultAction, DataProtectionConfig }) => [
    `  by default ${value(DefaultAction)}`,
    ...list(Rules).map((rule) => {
      const { Name, Action, OverrideAction, Statement } = Object(rule);
      return `  ${Name}: ${value(Action ?? OverrideAction)} for ${value(Statement)}`;
    }),
    `  hidden in samples: ${value(Object(DataProtectionConfig).DataProtections)}`,
  ]);
  return acls.length > 0 ? acls : ["none"];
}

function each(
  app: SynthesisedApp,
  type: string,
  lines: (properties: Resource["Properties"], id: string) => string[],
): string[] {
  return [...app.resources(type)].flatMap(([id, { Properties }]) => [named(id), ...lines(Properties, id)]);
}

function policy(document: unknown): string[] {
  return list(Object(document).Statement).map((statement) => {
    const { Effect, Action, Principal, Resource: resource, Condition } = Object(statement);
    return [
      `  ${String(Effect).toLowerCase()} ${list(Action).map(value).join(", ")}`,
      Principal === undefined ? "" : `    by ${value(Principal)}`,
      resource === undefined ? "" : `    on ${list(resource).map(value).join(", ")}`,
      Condition === undefined ? "" : `    when ${value(Condition)}`,
    ]
      .filter((line) => line !== "")
      .join("\n");
  });
}

function settings(properties: Record<string, unknown>): string[] {
  return Object.entries(properties).map(([key, inner]) => `  ${key}: ${value(inner)}`);
}

function list(one: unknown): unknown[] {
  if (one === undefined) return [];
  return Array.isArray(one) ? one : [one];
}

/** A logical id without the hash at its end. */
function named(id: string): string {
  return id.replace(/[0-9A-F]{8}$/, "");
}

function value(one: unknown): string {
  if (typeof one !== "object" || one === null) return String(one);
  if (Array.isArray(one)) return `[${one.map(value).join(", ")}]`;
  const [[key, inner] = ["", undefined], ...others] = Object.entries(one);
  if (others.length === 0) {
    if (key === "Ref") return `<${named(String(inner))}>`;
    if (key === "Fn::GetAtt") return `<${named(String(list(inner)[0]))}.${list(inner)[1]}>`;
    if (key === "Fn::Join")
      return list(list(inner)[1])
        .map(value)
        .join(String(list(inner)[0]));
    if (key === "Fn::ImportValue") return `<${imported(String(inner))}>`;
  }
  return `{${Object.entries(one)
    .map(([name, each]) => `${name}: ${value(each)}`)
    .join(", ")}}`;
}

/** `prod-plumbline-storage:ExportsOutputFnGetAttTable710B521BArn03FCA0DD` is `storage: Table Arn`. */
function imported(name: string): string {
  const [stack = "", output = ""] = name.split(":");
  const [, id = "", attribute = ""] =
    /^ExportsOutput(?:Ref|FnGetAtt)(.+?)[0-9A-F]{8}(\w*?)(?:[0-9A-F]{8})?$/.exec(output) ?? [];
  return `${stack.replace(/^.*-plumbline-/, "")}: ${[id, attribute].filter(Boolean).join(".")}`;
}
