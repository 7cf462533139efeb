import { SERVICE_ERROR_STATUS, type ServiceErrorCode } from "@plumbline/core/errors/service-error.ts";
import type { Answer, Operation } from "../api/operation.ts";
import { problem } from "../api/problem-schema.ts";
import type { SchemaOf } from "./converted-schemas.ts";
import type { MediaTypeObject, ResponseObject } from "./open-api-document.ts";
import { refusalsOf } from "./refusals.ts";
import { headerReferences, problemHeaders } from "./response-headers.ts";

/** All that an operation may answer, by status. */
export function responsesOf(operation: Operation, schemaOf: SchemaOf): Record<string, ResponseObject> {
  const refusals = refusalsByStatus(operation);
  const statuses = new Set([...Object.keys(operation.answers).map(Number), ...refusals.keys()]);
  const inOrder = [...statuses].sort((one, other) => one - other);
  return Object.fromEntries(
    inOrder.map((status) => {
      const answer = operation.answers[status];
      const refused = refusals.get(status) ?? [];
      return [String(status), responseOf(answer, refused, operation, schemaOf)];
    }),
  );
}

type Refusal = [code: ServiceErrorCode, when: string];

function refusalsByStatus(operation: Operation): Map<number, Refusal[]> {
  const byStatus = new Map<number, Refusal[]>();
  for (const [name, when] of Object.entries(refusalsOf(operation))) {
    const code = name as ServiceErrorCode;
    const status = SERVICE_ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), [code, when]]);
  }
  return byStatus;
}

function responseOf(
  answer: Answer | undefined,
  refusals: readonly Refusal[],
  { access }: Operation,
  schemaOf: SchemaOf,
): ResponseObject {
  const told = refusals.map(([code, when]) => `\`${code}\`: ${when}`);
  const headers = problemHeaders(
    refusals.map(([code]) => code),
    access,
  );
  const content = { ...contentOf(answer, schemaOf) };
  if (refusals.length > 0) content["application/problem+json"] = { schema: schemaOf(problem) };
  return {
    description: [...(answer ? [answer.description] : []), ...told].join("\n\n"),
    headers: headerReferences([...(answer?.headers ?? []), ...headers]),
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

function contentOf(answer: Answer | undefined, schemaOf: SchemaOf): Record<string, MediaTypeObject> {
  const content = Object.entries(answer?.content ?? {});
  return Object.fromEntries(
    content.map(([mediaType, schema]): [string, MediaTypeObject] => {
      if (mediaType !== "text/event-stream") return [mediaType, { schema: schemaOf(schema) }];
      return [mediaType, { "x-item-schema": schemaOf(schema) }];
    }),
  );
}
