import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { demandTool } from "@plumbline/core/policy/decide.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { callOptions, readQuery } from "../request.ts";
import { operation, type Route, route } from "./endpoint.ts";
import { recordId } from "./fields.ts";
import { readPathCredential } from "./visibility.ts";

const getMailPart = operation({
  id: "getMailPart",
  access: "tools:call",
  summary: "Download an attachment",
  description:
    "`email_get` lists the attachments of a mail, each with its `part`. Only this endpoint returns their decoded bytes, " +
    "up to 6 MB of encoded bytes: no tool returns them and no model sees them. Do not trust the bytes or the file name: a stranger may have chosen them.",
  params: z.object({ id: recordId.describe("The credential's id.") }),
  query: z.strictObject({
    message: z.string().min(1).max(997).describe("The mail's `id` or `message_id`."),
    part: z.string().min(1).max(100).describe("The number of the part, such as `2`."),
    mailbox: z.string().min(1).max(255).optional().describe("Default: INBOX."),
  }),
  answers: () => ({
    200: { description: "The decoded bytes.", content: { "application/octet-stream": z.string() } },
  }),
  refusals: {
    forbidden: "The caller may not use `email_get`.",
    not_found: "There is no such credential, mail or part, or the part is too large.",
    unavailable: "The mail server refused the request or did not respond; see `detail`.",
  },
});

/** Creates the route that downloads an attachment of a mail. */
export function mailPartRoute({ credentials, connectionChecks, dispatcher, registry }: Service): Route {
  return route(getMailPart, async (context, caller) => {
    const { message, ...query } = readQuery(context, getMailPart.query);
    const record = await credentials.get(caller.tenantId, readPathCredential(context, caller));
    const reader = await registry.get("email_get");
    if (reader) demandTool(caller, reader);
    let bytes: Buffer | undefined;
    const check = await connectionChecks.find(record);
    const tool = check?.readMailPart?.((read) => {
      bytes = read;
    });
    if (!tool) throw new ServiceError("not_found", "The credential does not give access to a mailbox.");
    const args = { ...query, id: message, credential_id: record.id };
    const result = await dispatcher.run(caller, tool, args, callOptions(context));
    if (!result.ok) {
      const code = result.error_code === "validation" ? "not_found" : "unavailable";
      throw new ServiceError(code, result.refusal_reason);
    }
    const name = encodeURIComponent(String(Object(result.result).filename)).replace(
      /['()*]/g,
      (letter) => `%${letter.charCodeAt(0).toString(16)}`,
    );
    return context.body(new Uint8Array(bytes ?? []), 200, {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename*=UTF-8''${name}`,
    });
  });
}
