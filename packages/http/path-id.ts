import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Context } from "hono";
import * as z from "zod";

/** What an id of ours looks like, in a path. */
export const recordId = z.guid();

/**
 * An id from the path. Every id is a UUID, so what is none was never given out and is `not_found` here: a store would refuse
 * a key of thousands of characters instead of not finding it.
 */
export function pathId(context: Context, name = "id"): string {
  const id = recordId.safeParse(context.req.param(name));
  if (id.success) return id.data;
  throw new ServiceError("not_found", "There is nothing with this id.");
}
