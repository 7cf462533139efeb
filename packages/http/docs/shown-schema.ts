import * as z from "zod";

/** JSON Schema as far as our own documents use it: what the page shows of it. */
export interface ShownSchema {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  description?: string | undefined;
  const?: unknown;
  enum?: unknown[] | undefined;
  format?: string | undefined;
  pattern?: string | undefined;
  default?: unknown;
  writeOnly?: boolean | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  minProperties?: number | undefined;
  properties?: Record<string, ShownSchema> | undefined;
  required?: string[] | undefined;
  items?: ShownSchema | undefined;
  anyOf?: ShownSchema[] | undefined;
  allOf?: ShownSchema[] | undefined;
  if?: ShownSchema | undefined;
  then?: ShownSchema | undefined;
}

const size = z.number().optional();

/** Reads a schema of the document. Throws for one of a form the page could not show. */
export const shownSchema: z.ZodType<ShownSchema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    writeOnly: z.boolean().optional(),
    minLength: size,
    maxLength: size,
    minimum: size,
    maximum: size,
    minItems: size,
    maxItems: size,
    minProperties: size,
    properties: z.record(z.string(), shownSchema).optional(),
    required: z.array(z.string()).optional(),
    items: shownSchema.optional(),
    anyOf: z.array(shownSchema).optional(),
    allOf: z.array(shownSchema).optional(),
    if: shownSchema.optional(),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nobody awaits this.
    then: shownSchema.optional(),
  }),
);
