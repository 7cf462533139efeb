import shared from "./shared.json" with { type: "json" };

/** A role that a person can have. Close synonyms are one role. */
export type Role = keyof typeof shared.roles;

/** The field of each role, or null if the role can belong to any field. */
export const ROLES: Readonly<Record<Role, string | null>> = shared.roles;
