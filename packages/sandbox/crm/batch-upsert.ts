import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { crmInvalid, crmRefusalBody } from "./failures.ts";
import type { Portal } from "./portal.ts";

const largestBatch = 100;
const at = "2026-02-02T02:40:00.000Z";

interface UpsertInput {
  readonly id: string;
  readonly traceId: string | undefined;
  readonly properties: Readonly<Record<string, string | null>>;
}

/**
 * Answers `POST /crm/v3/objects/contacts/batch/upsert`. One invalid input causes the whole batch to be
 * refused. Exception: if every input has its own trace ID, the valid ones are saved and the status is 207.
 * The provider guarantees no order of results, so the sandbox reverses it.
 */
export function batchUpsert(request: RecordedRequest, portal: Portal): Message {
  const inputs = readInputs(request);
  if (typeof inputs === "string") return crmInvalid(inputs);
  if (inputs.length > largestBatch) {
    return crmInvalid(`Invalid input: the number of inputs must be at most ${largestBatch}`);
  }
  const ids = inputs.map(({ id }) => id.trim().toLowerCase());
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) return crmInvalid(`Duplicate IDs found in batch input: [${twice.join(", ")}].`);

  const traces = new Set(inputs.flatMap(({ traceId }) => traceId ?? []));
  const judged = inputs.map((input) => ({
    input,
    findings: propertyFindings(portal, input.id, input.properties),
  }));
  const bad = judged.filter(({ findings }) => findings.length > 0);
  if (bad.length > 0 && traces.size < inputs.length) {
    const { message, errors } = findingsRefused(bad.flatMap(({ findings }) => findings));
    return crmInvalid(message, { errors });
  }
  const results = judged
    .filter(({ findings }) => findings.length === 0)
    .map(({ input }) => save(input, portal))
    .reverse();
  const errors = bad.map(({ input, findings }) => {
    const { message, errors: causes } = findingsRefused(findings);
    const context = { objectWriteTraceId: [input.traceId] };
    return { ...crmRefusalBody("VALIDATION_ERROR", message, { errors: causes }), context };
  });
  const times = { requestedAt: at, startedAt: at, completedAt: at };
  if (errors.length === 0) return json({ status: "COMPLETE", results, ...times });
  return json({ status: "COMPLETE", results, numErrors: errors.length, errors, ...times }, 207);
}

function save({ id, traceId, properties }: UpsertInput, portal: Portal) {
  const { contact, created } = portal.upsert(id, properties);
  return {
    id: contact.id,
    properties: { ...contact.properties, hs_object_id: contact.id, lastmodifieddate: contact.updatedAt },
    createdAt: contact.createdAt,
    updatedAt: contact.updatedAt,
    archived: false,
    new: created,
    ...(traceId === undefined ? {} : { objectWriteTraceId: traceId }),
  };
}

/** Returns the inputs of a batch, or the error in its format. */
function readInputs(request: RecordedRequest): UpsertInput[] | string {
  let body: unknown;
  try {
    body = request.json();
  } catch {
    return "Invalid input JSON on line 1, column 1";
  }
  const inputs = field(body, "inputs");
  if (!Array.isArray(inputs) || inputs.length === 0) return "Invalid input: inputs must not be empty";
  const read: UpsertInput[] = [];
  for (const input of inputs) {
    const id = field(input, "id");
    const traceId = field(input, "objectWriteTraceId");
    const properties = field(input, "properties");
    if (typeof id !== "string" || id === "") return "Some required fields were not set: [id]";
    if (field(input, "idProperty") !== "email") return "Invalid input: idProperty must be a unique property";
    if (typeof properties !== "object" || properties === null)
      return "Some required fields were not set: [properties]";
    read.push({
      id,
      traceId: typeof traceId === "string" ? traceId : undefined,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, value === null ? null : String(value)]),
      ),
    });
  }
  return read;
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** An error in one property value, in the provider's own words. */
interface PropertyFinding {
  readonly isValid: false;
  readonly message: string;
  readonly error: "PROPERTY_DOESNT_EXIST" | "INVALID_EMAIL" | "INVALID_OPTION";
  readonly name: string;
}

const address = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Returns the errors in a contact's properties. Empty if they may be saved. */
function propertyFindings(
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
function findingsRefused(findings: readonly PropertyFinding[]) {
  return {
    message: `Property values were not valid: ${JSON.stringify(findings)}`,
    errors: findings.map(({ message, error, name }) => ({
      message,
      code: error,
      context: { propertyName: [name] },
    })),
  };
}
