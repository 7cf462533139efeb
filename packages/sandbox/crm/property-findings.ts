import type { Portal } from "./portal.ts";

/** A fault of one property value, in the provider's own words. */
export interface PropertyFinding {
  readonly isValid: false;
  readonly message: string;
  readonly error: "PROPERTY_DOESNT_EXIST" | "INVALID_EMAIL" | "INVALID_OPTION";
  readonly name: string;
}

const address = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Lists the faults of a contact's properties; empty when they may be saved. */
export function propertyFindings(
  portal: Portal,
  email: string,
  properties: Readonly<Record<string, string | null>>,
): PropertyFinding[] {
  const findings = Object.entries(properties).flatMap(([name, value]): PropertyFinding[] => {
    if (name === "email") return [];
    const allowed = Object.hasOwn(portal.properties, name) ? portal.properties[name] : undefined;
    if (allowed === undefined) {
      const message = `Property "${name}" does not exist`;
      return [{ isValid: false, message, error: "PROPERTY_DOESNT_EXIST", name }];
    }
    if (allowed === "any" || value === null || value === "" || allowed.includes(value)) return [];
    const message = `${value} was not one of the allowed options: [${allowed.join(", ")}]`;
    return [{ isValid: false, message, error: "INVALID_OPTION", name }];
  });
  if (address.test(email)) return findings;
  const message = `Email address ${email} is invalid`;
  return [{ isValid: false, message, error: "INVALID_EMAIL", name: "email" }, ...findings];
}

/** The refusal's fields that tell findings: in the sentence as JSON, and one by one. */
export function findingsRefused(findings: readonly PropertyFinding[]) {
  return {
    message: `Property values were not valid: ${JSON.stringify(findings)}`,
    errors: findings.map(({ message, error, name }) => ({
      message,
      code: error,
      context: { propertyName: [name] },
    })),
  };
}
