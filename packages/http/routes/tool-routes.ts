import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { describeTool } from "@plumbline/core/tool/describe-tool.ts";
import { TOOL_FORMATS, toolForm } from "@plumbline/core/tool/provider-forms.ts";
import type { Context } from "hono";
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
  idempotentCalls,
}: Pick<Service, "registry" | "dispatcher" | "idempotentCalls">): readonly Route[] {
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
        const key = idempotencyKey(context);
        const call = await readJson(context, toolCall);
        if (call.preview)
          throw new ServiceError("not_supported", "preview is not supported by this version; leave it out.");
        const name = context.req.param("name") ?? "";
        const options = callOptions(context);
        if (key === undefined)
          return context.json(await dispatcher.call(caller, name, call.arguments, options));
        const request = { key, name, arguments: call.arguments };
        const { result, replayed } = await idempotentCalls.call(caller, request, options);
        if (replayed) context.header("idempotent-replayed", "true");
        return context.json(result);
      },
    },
  ];
}

/** The `Idempotency-Key` header. Throws ServiceError `bad_request` for one that is empty, too long, or sent twice. */
function idempotencyKey(context: Context): string | undefined {
  const key = context.req.header("idempotency-key");
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new ServiceError("bad_request", "The Idempotency-Key is not valid.", {
    issues: [{ path: "Idempotency-Key", message: "must be 1 to 255 visible ASCII characters" }],
  });
}
