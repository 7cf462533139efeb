import type { Schemas } from "@plumbline/client/schemas.ts";
import * as z from "zod";
import { toPrintableLine } from "../printable.ts";

const item = z.object({ title: z.string(), url: z.string().nullable() });
const message = z.object({
  subject: z.string(),
  from: z.object({ address: z.string(), name: z.string().optional() }).optional(),
});

/**
 * Formats an event of a watch on one line: the time, then an item's title and address, or a message's subject
 * and sender.
 */
export function formatEventLine(event: Schemas["WatchEvent"]): string {
  const parts = event.type === "mail.message" ? describeMessage(event.message) : describeItem(event.item);
  return [event.found_at, ...parts]
    .map(toPrintableLine)
    .filter((part) => part !== "")
    .join("  ");
}

function describeItem(content: unknown): string[] {
  const { title, url } = item.parse(content);
  return [title || "(no title)", url ?? ""];
}

function describeMessage(content: unknown): string[] {
  const { subject, from } = message.parse(content);
  const sender = from?.name ? `${from.name} <${from.address}>` : (from?.address ?? "");
  return [subject || "(no subject)", sender];
}
