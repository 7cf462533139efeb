import type { OpenApiDocument, OperationObject, ParameterObject } from "../openapi/open-api-document.ts";

export interface Called {
  /** Where the API is reached. */
  url: string;
  method: string;
  path: string;
  operation: OperationObject;
  /** The document's named schemas. */
  named: OpenApiDocument["components"]["schemas"];
}

/**
 * A command that makes the call, with the first example as its body. The key is `$PLUMBLINE_API_KEY`; an id of the path that nobody can
 * foresee is a variable too, `$ID`.
 */
export function curlExample({ url, method, path, operation }: Called): string {
  const body = operation.requestBody?.content["application/json"]?.examples ?? {};
  const [example] = Object.values(body);
  const accepted = Object.keys(operation.responses["200"]?.content ?? {}).filter(
    (type) => !type.includes("problem"),
  );
  return [
    `curl -sS${accepted.includes("text/event-stream") ? "N" : ""} ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${address(url, path, operation.parameters ?? [])}`,
    ...(operation.security.length > 0 ? ['-H "authorization: Bearer $PLUMBLINE_API_KEY"'] : []),
    ...(accepted.length > 1 ? [`-H ${quoted(`accept: ${accepted.join(", ")}`)}`] : []),
    ...(example
      ? ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(example.value, null, 2))}`]
      : []),
  ].join(" \\\n  ");
}

function address(url: string, path: string, parameters: readonly ParameterObject[]): string {
  const parts = path.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return quoted(index === 0 ? `${url}${part}` : part);
    const [known] = [parameters.find(({ name }) => name === part)?.schema.examples].flat();
    return typeof known === "string" ? quoted(known) : `"$${part.toUpperCase()}"`;
  });
  return parts.filter((part) => part !== "''").join("");
}

/** One word for the shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
