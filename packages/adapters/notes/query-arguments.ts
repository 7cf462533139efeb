import * as z from "zod";
import { isJsonObject } from "./property-value.ts";

/**
 * Compound filters stand in one another at most so deep (Notion API reference, "Filter database entries").
 */
const MAX_COMPOUND_LEVELS = 2;
const MAX_CONDITIONS = 100;
const TIMESTAMPS = ["created_time", "last_edited_time"] as const;

/**
 * The provider's own filter object: its outline is checked here, its conditions by the provider, which knows
 * the property types.
 */
export const filterArgument = z.looseObject({}).superRefine((filter, context) => {
  const problem = filterProblem(filter, MAX_COMPOUND_LEVELS);
  if (problem !== undefined) context.addIssue({ code: "custom", ...problem });
});

export const sortsArgument = z
  .array(
    z
      .strictObject({
        property: z.string().min(1).optional(),
        timestamp: z.enum(TIMESTAMPS).optional(),
        direction: z.enum(["ascending", "descending"]),
      })
      .refine(
        ({ property, timestamp }) => (property === undefined) !== (timestamp === undefined),
        "must name a property or a timestamp, and not both",
      ),
  )
  .min(1)
  .max(100);

interface Problem {
  path: (string | number)[];
  message: string;
}

function filterProblem(filter: unknown, levels: number): Problem | undefined {
  if (!isJsonObject(filter)) return { path: [], message: "must be an object" };
  for (const compound of ["and", "or"]) {
    if (compound in filter) return compoundProblem(filter, compound, levels);
  }
  const { property, timestamp, type: _type, ...conditions } = filter;
  if ((property === undefined) === (timestamp === undefined))
    return { path: [], message: "must have `property`, `timestamp`, `and` or `or`" };
  if (property !== undefined && typeof property !== "string")
    return { path: ["property"], message: "must be the name of a property" };
  if (timestamp !== undefined && !TIMESTAMPS.some((name) => name === timestamp))
    return { path: ["timestamp"], message: `must be one of ${TIMESTAMPS.join(", ")}` };
  const [condition, ...others] = Object.entries(conditions);
  if (condition === undefined || others.length > 0 || !isJsonObject(condition[1]))
    return { path: [], message: 'must have one condition by type, such as "status": {"equals": "Done"}' };
  if (timestamp !== undefined && timestamp !== condition[0])
    return { path: [], message: "must have its condition under the timestamp's name" };
  return undefined;
}

function compoundProblem(
  filter: Record<string, unknown>,
  compound: string,
  levels: number,
): Problem | undefined {
  const parts = filter[compound];
  if (levels === 0) return { path: [], message: "`and` and `or` nest at most two levels" };
  if (Object.keys(filter).length > 1)
    return { path: [], message: `must have nothing beside \`${compound}\`` };
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > MAX_CONDITIONS)
    return { path: [compound], message: `must be an array of 1 to ${MAX_CONDITIONS} filters` };
  for (const [index, part] of parts.entries()) {
    const problem = filterProblem(part, levels - 1);
    if (problem !== undefined) return { ...problem, path: [compound, index, ...problem.path] };
  }
  return undefined;
}
