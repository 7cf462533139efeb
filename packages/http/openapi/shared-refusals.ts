import type { OperationObject, Reference, ResponseObject } from "./open-api-document.ts";

type Paths = Record<string, Record<string, OperationObject>>;

/** The paths of a document in which shared refusals are replaced by references. */
export interface SharedRefusals {
  paths: Paths;
  /** The shared refusals, named after their error codes. */
  responses: Record<string, ResponseObject>;
}

/** Moves every refusal that several operations share into the document's components. */
export function shareRefusals(paths: Paths): SharedRefusals {
  const givenBy = new Map<string, number>();
  for (const response of Object.values(paths).flatMap(responsesIn).filter(isRefusal))
    givenBy.set(JSON.stringify(response), (givenBy.get(JSON.stringify(response)) ?? 0) + 1);
  const names = new Map<string, string>();
  const responses: Record<string, ResponseObject> = {};
  const share = (response: ResponseObject | Reference): ResponseObject | Reference => {
    const text = JSON.stringify(response);
    if (!isRefusal(response) || (givenBy.get(text) ?? 0) < 2) return response;
    const name = names.get(text) ?? freeName(nameOf(response), responses);
    names.set(text, name);
    responses[name] = response;
    return { $ref: `#/components/responses/${name}` };
  };
  const shared = mapValues(paths, (methods) =>
    mapValues(methods, (operation) => ({ ...operation, responses: mapValues(operation.responses, share) })),
  );
  return { paths: shared, responses };
}

function responsesIn(methods: Record<string, OperationObject>): (ResponseObject | Reference)[] {
  return Object.values(methods).flatMap(({ responses }) => Object.values(responses));
}

function isRefusal(response: ResponseObject | Reference): response is ResponseObject {
  if ("$ref" in response) return false;
  return Object.keys(response.content ?? {}).join() === "application/problem+json";
}

/**
 * Returns a name such as `BodyTooLarge`, `NotFoundOrConflict`, or for a scope `ForbiddenWithoutToolsRead`.
 */
function nameOf({ description }: ResponseObject): string {
  const codes = Array.from(description.matchAll(/^`(\w+)`: /gm), ([, code = ""]) => typeName(code));
  const [, scope] = /the scope `([\w:]+)`/.exec(description) ?? [];
  return codes.join("Or") + (scope === undefined ? "" : `Without${typeName(scope)}`);
}

function typeName(words: string): string {
  return words.replace(/(?:^|[_:])(\w)/g, (_, first: string) => first.toUpperCase());
}

/** Adds a number if the name is taken by a refusal with the same codes but a different description. */
function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  for (let number = 2, free = name; ; free = `${name}${number++}`) if (!(free in taken)) return free;
}

function mapValues<From, To>(
  from: Readonly<Record<string, From>>,
  to: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, to(value)]));
}
