import type { MessageStructureObject } from "imapflow";

/** Maximum number of files to list for a message. */
const MAX_LISTED = 100;
/** Maximum number of texts to read in a message. */
const MAX_TEXTS = 20;

/** A part of a message that is listed, not shown as text. */
export interface ListedPart {
  part: MessageStructureObject;
  /**
   * True for a part that a mail program shows within the text, such as a photograph between two paragraphs.
   */
  inline: boolean;
}

/** The leaves of a message's MIME tree. Each is a text, an alternative version of a text, or listed. */
export interface MessageParts {
  /** The texts to show, in order. Prefers plain text if the sender sent both plain text and HTML. */
  plain: MessageStructureObject[];
  /** The texts to show, in order, with HTML preferred. */
  html: MessageStructureObject[];
  /**
   * The body as one text, if the server found no parts in a multipart. This happens if the boundary in its
   * parameters does not occur.
   */
  whole: MessageStructureObject[];
  listed: ListedPart[];
  /** True if there are more texts or files than are read. */
  more: boolean;
  /** True if something other than an image of the HTML is listed. */
  hasAttachment: boolean;
  /** True if the message is wrapped in a signature. The signature is not verified. */
  signed: boolean;
  encrypted: boolean;
}

/**
 * Reads a message's structure with the algorithm of RFC 8621, 4.1.4. It may have ten thousand leaves. An
 * enclosed message is one leaf.
 */
export function readStructure(root: MessageStructureObject): MessageParts {
  const plain = selectTexts(root, "text/plain");
  const html = selectTexts(root, "text/html");
  const parts: MessageParts = {
    plain: plain.slice(0, MAX_TEXTS),
    html: html.slice(0, MAX_TEXTS),
    whole: [],
    listed: [],
    more: plain.length > MAX_TEXTS || html.length > MAX_TEXTS,
    hasAttachment: false,
    signed: false,
    encrypted: false,
  };
  for (const { part, place } of walkStructure(root)) {
    const protection = getProtection(part);
    if (protection !== undefined) parts[protection] = true;
    if (isMultipart(part) || isShownText(part, place)) continue;
    const embedded = isEmbedded(part, place);
    parts.hasAttachment ||= !embedded;
    if (parts.listed.length === MAX_LISTED) parts.more = true;
    else parts.listed.push({ part, inline: embedded || isShownMedia(part, place) });
  }
  if (isMultipart(root) && !parts.hasAttachment && parts.plain.every(({ size }) => !size))
    parts.whole = [{ type: "text/plain", parameters: root.parameters }];
  return parts;
}

/** Returns the file name that the sender gave to a part. */
export function partFilename(part: MessageStructureObject): string | undefined {
  return part.dispositionParameters?.filename || part.parameters?.name || undefined;
}

const READABLE_TYPE = /^(?:text\/|application\/(?:.+\+)?json$|application\/(?:csv|ics|x-ndjson)$)/;
const READABLE_NAME = /\.(?:txt|md|csv|tsv|json|ics|log)$/i;

/** Returns whether the bytes of a listed part are readable text. */
export function isReadableFile(part: MessageStructureObject): boolean {
  const named = part.type === "application/octet-stream" && READABLE_NAME.test(partFilename(part) ?? "");
  return named || READABLE_TYPE.test(part.type);
}

interface PartPosition {
  /** Subtype of the multipart, such as `mixed`. Also `mixed` outside a multipart. */
  within: string;
  first: boolean;
}

const ROOT: PartPosition = { within: "mixed", first: true };

/** Yields the nodes of a structure. imapflow reads at most 25 levels. */
function* walkStructure(
  part: MessageStructureObject,
  place: PartPosition = ROOT,
): Generator<{ part: MessageStructureObject; place: PartPosition }> {
  yield { part, place };
  if (isMultipart(part))
    for (const child of listChildren(part)) yield* walkStructure(child.part, child.place);
}

/**
 * Returns the texts of a part. Among alternatives, returns those that start with the preferred type, or
 * all of them if no text does.
 */
function selectTexts(
  part: MessageStructureObject,
  preferred: string,
  place = ROOT,
): MessageStructureObject[] {
  if (!isMultipart(part)) return isShownText(part, place) ? [part] : [];
  const texts = listChildren(part).map((child) => selectTexts(child.part, preferred, child.place));
  const chosen = texts.filter(([first]) => first && getMediaType(first) === preferred);
  return (getSubtype(part) === "alternative" && chosen.length > 0 ? chosen : texts).flat();
}

function listChildren(part: MessageStructureObject): { part: MessageStructureObject; place: PartPosition }[] {
  const within = getSubtype(part);
  return (part.childNodes ?? []).map((child, at) => ({ part: child, place: { within, first: at === 0 } }));
}

function isMultipart({ type, childNodes }: MessageStructureObject): boolean {
  return type.startsWith("multipart/") && childNodes !== undefined;
}

function getSubtype({ type }: MessageStructureObject): string {
  return type.slice(type.indexOf("/") + 1);
}

/**
 * Returns `text/plain`, `text/html` or another type. A part declared only as "text" is plain (RFC 2045, 5.2).
 */
function getMediaType({ type }: MessageStructureObject): string {
  return type === "text/" ? "text/plain" : type;
}

function isShownText(part: MessageStructureObject, place: PartPosition): boolean {
  const type = getMediaType(part);
  return (
    (type === "text/plain" || type === "text/html") && isShown(part, place, partFilename(part) === undefined)
  );
}

/** Returns whether a part is media that RFC 8621 counts as part of the body. */
function isShownMedia(part: MessageStructureObject, place: PartPosition): boolean {
  return (
    /^(?:image|audio|video)\//.test(part.type) && place.within !== "alternative" && isShown(part, place, true)
  );
}

function isShown(
  { disposition }: MessageStructureObject,
  { within, first }: PartPosition,
  evenLater: boolean,
): boolean {
  return disposition !== "attachment" && (first || (within !== "related" && evenLater));
}

/** Returns whether the HTML shows a part by its content ID, usually a logo. */
function isEmbedded({ disposition, id }: MessageStructureObject, { within }: PartPosition): boolean {
  return within === "related" && id !== undefined && disposition !== "attachment";
}

/**
 * Returns whether and how a part signs or encrypts the message (RFC 1847 and RFC 8551). Such a part contains
 * the content that it protects.
 */
function getProtection({ type, parameters }: MessageStructureObject): "signed" | "encrypted" | undefined {
  if (type === "multipart/signed") return "signed";
  if (type === "multipart/encrypted") return "encrypted";
  if (!/^application\/(?:x-)?pkcs7-mime$/.test(type)) return undefined;
  return parameters?.["smime-type"] === "signed-data" ? "signed" : "encrypted";
}
