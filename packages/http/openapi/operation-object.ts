import type { Operation } from "../api/operation.ts";
import type { SchemaOf } from "./converted-schemas.ts";
import type { OperationObject, WholeContent } from "./open-api-document.ts";
import { parametersOf } from "./parameters.ts";
import { responsesOf } from "./responses.ts";
import { securityOf } from "./security.ts";

/** An operation as the document describes it. */
export function operationObject(operation: Operation, schemaOf: SchemaOf): OperationObject {
  const { id, tag, summary, description, access } = operation;
  const parameters = parametersOf(operation, schemaOf);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: securityOf(access),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(operation, schemaOf),
    responses: responsesOf(operation, schemaOf),
  };
}

function bodyOf({ body, examples }: Operation, schemaOf: SchemaOf): Pick<OperationObject, "requestBody"> {
  if (!body) return {};
  const named = Object.entries(examples ?? {}).map(([title, value]) => [title, { value }]);
  const content: WholeContent = {
    schema: schemaOf(body),
    ...(named.length > 0 ? { examples: Object.fromEntries(named) } : {}),
  };
  return { requestBody: { required: true, content: { "application/json": content } } };
}
