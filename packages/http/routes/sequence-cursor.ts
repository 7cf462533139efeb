import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { pageRequest } from "../paging.ts";

/** The sequence of an event that a cursor stands for. `name`: the parameter it came in. Throws `bad_request` for one that is none of ours. */
export function sequenceAt(name: string, cursor: string | undefined): number | undefined {
  const { after } = pageRequest({ cursor, limit: 1 });
  if (after === undefined) return undefined;
  if (/^\d{1,12}$/.test(after)) return Number(after);
  throw badCursor(name);
}

export function badCursor(name: string): ServiceError {
  return new ServiceError("bad_request", `\`${name}\` is no cursor this service gave.`, {
    issues: [{ path: name, message: "must be a cursor of an earlier answer" }],
  });
}
