import { SERVICE_ERROR_STATUS } from "@plumbline/core/errors/service-error.ts";
import * as z from "zod";

const inputIssue = z.object({
  path: z.string().describe("Where: `metadata.urn`, or empty for the whole body."),
  message: z.string().describe("What would be right."),
});

/** A refused request (RFC 9457), as `problemResponse` writes it. */
export const problem = z
  .object({
    type: z.string().describe("A URN of this kind of problem."),
    title: z.string().describe("The same for every problem of this status."),
    status: z.int(),
    detail: z.string().describe("What is wrong, in a sentence a person can act on."),
    error_code: z.enum(Object.keys(SERVICE_ERROR_STATUS)).describe("Stable; decide by this."),
    errors: z.array(inputIssue).optional().describe("Of bad input: every field that is wrong."),
  })
  .meta({ id: "Problem", description: "A refused request (RFC 9457)." });
