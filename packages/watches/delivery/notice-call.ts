import * as z from "zod";
import type { FindingContent } from "../clock/look.ts";
import type { WatchSource } from "../service/watch.ts";

/** A tool's call that carries a notice to people. */
export interface NoticeCall {
  tool: "email_send" | "chatapp_post_channel";
  arguments: Record<string, unknown>;
}

const noticeItem = z.object({ title: z.string(), url: z.string().nullable(), expires_at: z.string() });

/**
 * Makes the mail or message of a notice to a `mailto:` or `channel:` address. It has the tool's name and the
 * link, and nothing that the call itself says. Returns `undefined` for a webhook.
 */
export function createNoticeCall(
  to: string,
  source: WatchSource,
  content: FindingContent,
): NoticeCall | undefined {
  const { protocol } = new URL(to);
  if (source.type !== "approvals" || protocol === "https:" || protocol === "http:") return undefined;
  const { credential_id } = source;
  const { title, url, expires_at } = noticeItem.parse("item" in content ? content.item : undefined);
  const link = url ?? "Open Approvals in the console.";
  const text = `${title}. Decide before ${expires_at.slice(0, 16).replace("T", " ")} UTC.\n${link}`;
  const address = decodeURIComponent(to.slice(protocol.length));
  return protocol === "mailto:"
    ? { tool: "email_send", arguments: { credential_id, to: [address], subject: title, text } }
    : { tool: "chatapp_post_channel", arguments: { credential_id, channel: address, text, format: "plain" } };
}
