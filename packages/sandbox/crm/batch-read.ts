import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { crmInvalid, crmRefusalBody } from "./failures.ts";
import type { Portal } from "./portal.ts";

const at = "2026-02-02T02:40:00.000Z";

/**
 * Answers `POST /crm/v3/objects/contacts/batch/read` for contacts by e-mail address: the contacts that exist
 * with the requested properties, in reversed order, and with status 207 one error for the others.
 */
export function batchRead(request: RecordedRequest, portal: Portal): Message {
  const { inputs = [], properties = [], idProperty } = Object(request.json());
  if (idProperty !== "email") return crmInvalid("Invalid input: idProperty must be a unique property");
  const ids: string[] = inputs.map(({ id }: { id: unknown }) => String(id));
  const missing = ids.filter((id) => !portal.contact(id));
  const results = ids
    .flatMap((id) => portal.contact(id) ?? [])
    .map((contact) => ({
      id: contact.id,
      properties: Object.fromEntries(
        [...properties, "email"].map((name: string) => [name, contact.properties[name] ?? null]),
      ),
      createdAt: contact.createdAt,
      updatedAt: contact.updatedAt,
      archived: false,
    }))
    .reverse();
  const times = { requestedAt: at, startedAt: at, completedAt: at };
  if (missing.length === 0) return json({ status: "COMPLETE", results, ...times });
  const refusal = crmRefusalBody(
    "OBJECT_NOT_FOUND",
    "Could not get some CONTACT objects, they may be deleted or not exist.",
  );
  const errors = [{ ...refusal, context: { ids: missing } }];
  return json({ status: "COMPLETE", results, numErrors: 1, errors, ...times }, 207);
}
