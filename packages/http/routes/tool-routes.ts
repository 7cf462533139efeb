import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { describeTool } from "@plumbline/core/tool/describe-tool.ts";
import { TOOL_FORMATS, toolForm } from "@plumbline/core/tool/provider-forms.ts";
import * as z from "zod";
import { readJson, readQuery } from "../read-json.ts";
import type { Route } from "../route.ts";
import type { Service } from "../service.ts";
import { callOptions } from "./call-options.ts";

const listQuery = z.strictObject({ format: z.enum(TOOL_FORMATS).optional() });
const toolCall = z.strictObject({
  arguments: z.record(z.string(), z.unknown()),
  preview: z.literal(true).optional(),
});

/** The tools, and calling one. */
export function toolRoutes({
  registry,
  dispatcher,
}: Pick<Service, "registry" | "dispatcher">): readonly Route[] {
  return [
    {
      method: "GET",
      path: "/api/v1/tools",
      access: "tools:read",
      handle(context) {
        const { format } = readQuery(context, listQuery);
        const items = registry.list().map((tool) => (format ? toolForm(tool, format) : describeTool(tool)));
        return context.json({ items, next_cursor: null });
      },
    },
    {
      method: "POST",
      path: "/api/v1/tools/:name",
      access: "tools:call",
      async handle(context, caller) {
        if (context.req.header("idempotency-key") !== undefined) {
          throw new ServiceError(
            "not_supported",
            "Idempotency-Key is not supported by this version; leave it out.",
          );
        }
        const call = await readJson(context, toolCall);
        if (call.preview)
          throw new ServiceError("not_supported", "preview is not supported by this version; leave it out.");
        const name = context.req.param("name") ?? "";
        return context.json(await dispatcher.call(caller, name, call.arguments, callOptions(context)));
      },
    },
  ];
}
