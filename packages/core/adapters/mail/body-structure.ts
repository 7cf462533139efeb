import type { MessageStructureObject } from "imapflow";

/** So many parts of a message are looked at. */
const MAX_PARTS = 200;

/** The leaves of a message, in order; an enclosed message is one leaf. */
export function messageParts(root: MessageStructureObject): MessageStructureObject[] {
  const leaves: MessageStructureObject[] = [];
  const waiting = [root];
  for (let seen = 0; seen < MAX_PARTS; seen++) {
    const part = waiting.pop();
    if (part === undefined) break;
    if (part.type.startsWith("multipart/")) waiting.push(...(part.childNodes ?? []).toReversed());
    else leaves.push(part);
  }
  return leaves;
}

export function partFilename(part: MessageStructureObject): string | undefined {
  return part.dispositionParameters?.filename || part.parameters?.name || undefined;
}

/** Whether a part is something attached, not the message's own text or an image shown in it. */
export function isAttachment(part: MessageStructureObject): boolean {
  if (part.disposition === "attachment" || part.type === "message/rfc822") return true;
  return part.disposition !== "inline" && partFilename(part) !== undefined;
}

/** The part a reader would read: plain text unless it is empty, else HTML. */
export function textPart(parts: readonly MessageStructureObject[]): MessageStructureObject | undefined {
  const texts = parts.filter((part) => !isAttachment(part));
  const plain = texts.find(({ type }) => type === "text/plain");
  const html = texts.find(({ type }) => type === "text/html");
  return html && isEmpty(plain) ? html : (plain ?? html);
}

/** Nothing, or no more than a line end. */
function isEmpty(part: MessageStructureObject | undefined): boolean {
  return part?.size !== undefined && part.size <= 2;
}
