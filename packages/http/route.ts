import type { OperatorCaller, Scope, TenantCaller } from "@plumbline/core/access/caller.ts";
import type { Context } from "hono";
import type { Access, Operation } from "./api/operation.ts";
import type { AppTypes } from "./request-scope.ts";

/** Who has been found to call by the time a route is taken. */
type CallerOf<Who extends Access> = Who extends "operator"
  ? OperatorCaller
  : Who extends Scope
    ? TenantCaller
    : undefined;

type Handle<Who extends Access> = (
  context: Context<AppTypes>,
  caller: CallerOf<Who>,
) => Promise<Response> | Response;

type RouteOf<Who extends Access> = Operation & { access: Who; handle: Handle<Who> };

/** A route that the platform lets nobody take before it knows who calls. */
export type CheckedRoute = RouteOf<"operator"> | RouteOf<Scope>;

/** An operation and what it does. */
export type Route = RouteOf<"public"> | RouteOf<"by_message"> | CheckedRoute;

export function route<Who extends Access>(
  operation: Operation & { access: Who },
  handle: Handle<Who>,
): RouteOf<Who> {
  return { ...operation, handle };
}
