import type { Access } from "../api/operation.ts";
import type { SecurityRequirement, SecurityScheme, SecuritySchemeName } from "./open-api-document.ts";

export const SECURITY_SCHEMES: Record<SecuritySchemeName, SecurityScheme> = {
  tenantKey: {
    type: "http",
    scheme: "bearer",
    description: "A tenant's API key, `plk_…`: it opens that tenant and no other, as far as its scopes go.",
  },
  operatorKey: {
    type: "http",
    scheme: "bearer",
    description: "An operator's key, `plo_…`: it administers tenants and reads nothing of theirs.",
  },
};

export function securityOf(access: Access): SecurityRequirement[] {
  if (access === "public") return [];
  if (access === "operator") return [{ operatorKey: [] }];
  return [{ tenantKey: access === "by_message" ? [] : [access] }];
}
