import type { Portal } from "./portal.ts";

/** An error in one property value, in the provider's own words. */
export interface PropertyFinding {
  readonly isValid: false;
  readonly message: string;
  readonly error: "PROPERTY_DOESNT_EXIST" | "INVALID_EMAIL" | "INVALID_OPTION";
  readonly name: string;
}

const address = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Returns the errors in a contact's properties. Empty if they may be saved. */
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

/** Returns the fields of a refusal that report the errors, both as JSON inside the message and one by one. */
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
