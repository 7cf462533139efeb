import type { JsonSchema } from "@plumbline/core/tool/tool-forms.ts";

/** The parts of an OpenAPI 3.1 document that are used. */
export interface OpenApiDocument {
  openapi: "3.1.0";
  jsonSchemaDialect: string;
  info: { title: string; version: string; summary: string; description: string; license: License };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  paths: OperationsByPath;
  components: {
    securitySchemes: Record<SecuritySchemeName, SecurityScheme>;
    headers: Record<string, HeaderObject>;
    responses: Record<string, ResponseObject>;
    schemas: Record<string, JsonSchema>;
  };
}

/** Operations by path (`/api/v1/credentials/{id}`), then by method in lower case. */
export type OperationsByPath = Record<string, Record<string, OperationObject>>;

interface License {
  name: string;
  /** SPDX identifier. */
  identifier: string;
}

export interface OperationObject {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  security: readonly SecurityRequirement[];
  parameters?: readonly ParameterObject[];
  requestBody?: { required: true; content: Record<string, WholeContent> };
  /** Responses by status. */
  responses: Record<string, ResponseObject | Reference>;
}

export interface ParameterObject {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface ResponseObject {
  description: string;
  headers: Record<string, Reference>;
  content?: Record<string, MediaTypeObject>;
}

export type MediaTypeObject = WholeContent | EventContent;

export interface WholeContent {
  schema: JsonSchema;
  examples?: Record<string, { value: unknown }>;
}

/** A stream of server-sent events. */
export interface EventContent {
  /** Schema of each event's data, for which OpenAPI 3.1 has no keyword. */
  "x-item-schema": JsonSchema;
}

export interface HeaderObject {
  description: string;
  /** Omitted if a response may lack the header. */
  required?: true;
  schema: JsonSchema;
}

export interface Reference {
  $ref: string;
}

export type SecuritySchemeName = "tenantKey" | "operatorKey";

/** The security scheme, with the scopes that a key must have. */
export type SecurityRequirement = Partial<Record<SecuritySchemeName, readonly string[]>>;

export interface SecurityScheme {
  type: "http";
  scheme: "bearer";
  description: string;
}

/** Converts a name to one of the document: `social_post__microblog` to `SocialPostMicroblog`. */
export function toTypeName(name: string): string {
  return name.replace(/(?:^|[_:]+)([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}
