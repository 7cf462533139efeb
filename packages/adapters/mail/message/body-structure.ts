import type { MessageStructureObject } from "imapflow";

/** So many attachments of a message are kept. */
const MAX_ATTACHMENTS = 100;

/** What is read of a message's structure. */
export interface MessageParts {
  attachments: MessageStructureObject[];
  /** The part a reader would read: plain text unless it is empty, else HTML. */
  text: MessageStructureObject | undefined;
}

/** Looks at every leaf of a message, of which there may be ten thousand; an enclosed message is one leaf. */
export function readStructure(root: MessageStructureObject): MessageParts {
  const attachments: MessageStructureObject[] = [];
  let plain: MessageStructureObject | undefined;
  let html: MessageStructureObject | undefined;
  for (const part of leavesOf(root)) {
    if (isAttachment(part)) {
      if (attachments.length < MAX_ATTACHMENTS) attachments.push(part);
    } else if (part.type === "text/plain") plain ??= part;
    else if (part.type === "text/html") html ??= part;
  }
  return { attachments, text: html && isEmpty(plain) ? html : (plain ?? html) };
}

export function partFilename(part: MessageStructureObject): string | undefined {
  return part.dispositionParameters?.filename || part.parameters?.name || undefined;
}

/** imapflow reads no structure that is nested deeper than 25 levels. */
function* leavesOf(part: MessageStructureObject): Generator<MessageStructureObject> {
  if (!part.type.startsWith("multipart/")) yield part;
  else for (const child of part.childNodes ?? []) yield* leavesOf(child);
}

/** Whether a part is something attached, not the message's own text or an image shown in it. */
function isAttachment(part: MessageStructureObject): boolean {
  if (part.disposition === "attachment" || part.type === "message/rfc822") return true;
  return part.disposition !== "inline" && partFilename(part) !== undefined;
}

/** Nothing, or no more than a line end. */
function isEmpty(part: MessageStructureObject | undefined): boolean {
  return part?.size !== undefined && part.size <= 2;
}
