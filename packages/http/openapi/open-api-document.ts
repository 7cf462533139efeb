import type { JsonSchema } from "@plumbline/core/tool/tool-forms.ts";

/** The parts of an OpenAPI 3.1 document that are written here, and that the page is made from. */
export interface OpenApiDocument {
  openapi: "3.1.0";
  jsonSchemaDialect: string;
  info: { title: string; version: string; summary: string; description: string; license: License };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  /** By path (`/api/v1/credentials/{id}`), then by method in lower case. */
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    securitySchemes: Record<SecuritySchemeName, SecurityScheme>;
    headers: Record<string, HeaderObject>;
    responses: Record<string, ResponseObject>;
    schemas: Record<string, JsonSchema>;
  };
}

interface License {
  name: string;
  /** Of the SPDX list. */
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
  /** By status. */
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
  /** The schema of each event's data, for which OpenAPI 3.1 has no word of its own. */
  "x-item-schema": JsonSchema;
}

export interface HeaderObject {
  description: string;
  /** Left out of a header that an answer may lack. */
  required?: true;
  schema: JsonSchema;
}

export interface Reference {
  $ref: string;
}

export type SecuritySchemeName = "tenantKey" | "operatorKey";

/** The scheme, and the scopes a key must have. */
export type SecurityRequirement = Partial<Record<SecuritySchemeName, readonly string[]>>;

export interface SecurityScheme {
  type: "http";
  scheme: "bearer";
  description: string;
}
