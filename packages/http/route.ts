import type { OperatorCaller, TenantCaller } from "@plumbline/core/access/caller.ts";
import type { Scope } from "@plumbline/core/access/scopes.ts";
import type { Context } from "hono";
import type { AppTypes } from "./request-scope.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

interface RouteBase {
  method: Method;
  /** Path in hono's form: `/api/v1/credentials/:id`. */
  path: string;
}

/** One route, and who may take it. The platform's caller check runs before `handle`. */
export type Route =
  | (RouteBase & { access: "public"; handle(context: Context<AppTypes>): Promise<Response> | Response })
  | (RouteBase & {
      access: "operator";
      handle(context: Context<AppTypes>, caller: OperatorCaller): Promise<Response> | Response;
    })
  | (RouteBase & {
      access: Scope;
      handle(context: Context<AppTypes>, caller: TenantCaller): Promise<Response> | Response;
    });
