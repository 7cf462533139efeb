import type { FetchMessageObject } from "imapflow";
import { type MessageParts, readStructure } from "../message/body-structure.ts";

/** A message as it was fetched; of its structure only what is read of it is kept. */
export interface FetchedMessage extends Omit<FetchMessageObject, "bodyStructure"> {
  parts?: MessageParts;
}

export function fetchedMessage({ bodyStructure, ...message }: FetchMessageObject): FetchedMessage {
  return bodyStructure ? { ...message, parts: readStructure(bodyStructure) } : message;
}
