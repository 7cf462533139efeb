import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import { ownerOf } from "@plumbline/core/conversations/conversation-owner.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { getActor } from "../request.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { addKeyNames, keyNameField, readPathId, recordId } from "./fields.ts";
import { createPageSchema } from "./paging.ts";

/** A destination that calls may write to without approval. */
export const destinationFields = {
  kind: z.string(),
  value: z.string(),
  created_at: z.iso.datetime().describe("When it was allowed."),
};

const allowance = z
  .object({
    id: recordId,
    ...destinationFields,
    key_id: z
      .string()
      .describe("The key whose calls may go there; for an end user, the key of their session."),
    key_name: keyNameField,
    end_user: z.string().nullable(),
  })
  .meta({
    id: "Allowance",
    description: "A destination that calls of a key or end user may always write to.",
  });

const listAllowances = operation({
  id: "listAllowances",
  access: "approvals:grant",
  opensToConsole: true,
  summary: "List destinations that are always allowed",
  description:
    "Returns what people allowed with `always_for: agent` when they approved a call. Console users without the scope " +
    "see only those of their own key.",
  answers: () => ({ 200: jsonAnswer("All destinations, on one page.", createPageSchema(allowance)) }),
});

const deleteAllowance = operation({
  id: "deleteAllowance",
  access: "approvals:grant",
  opensToConsole: true,
  summary: "Remove an allowed destination",
  description: "Later calls to it need approval again after reading outside text.",
  params: z.object({ id: recordId }),
  answers: () => ({ 204: { description: "It is no longer allowed." } }),
  refusals: { not_found: "There is no such destination, or it belongs to another key." },
});

/** Creates the routes for destinations that a person has allowed permanently. */
export function allowanceRoutes({ conversations, audit, tenants }: Service): readonly Route[] {
  const { allowances } = conversations;
  const getOwner = (caller: TenantCaller) =>
    caller.scopes.has("approvals:grant") ? undefined : ownerOf(caller).digest;
  return [
    route(listAllowances, async (context, caller) => {
      const { tenantId } = caller;
      const listed = await allowances.list(tenantId, getOwner(caller));
      const items = await addKeyNames(tenants, tenantId, listed);
      return context.json({ items, next_cursor: null });
    }),
    route(deleteAllowance, async (context, caller) => {
      const { tenantId } = caller;
      const id = readPathId(context);
      if (!(await allowances.remove(tenantId, id, getOwner(caller))))
        throw new ServiceError("not_found", "There is no such destination.");
      await audit.record({ tenantId, action: "allowance.removed", subject: id, by: getActor(context) });
      return context.body(null, 204);
    }),
  ];
}
