import { splitWords } from "../../text/tokens.ts";
import { isNamedAddress } from "../addresses.ts";
import { isLabel, type WriteEvidence } from "./judge-line.ts";
import { createProblem, type TextProblem } from "./judge-text.ts";
import { containsProse } from "./plain-values.ts";

/**
 * Returns the problems of an argument that only names a write's destination: "John Miller, thief
 * <ada@example.com>", or an address whose path is a sentence.
 */
export function judgeIdentifier(value: unknown, write: WriteEvidence): TextProblem[] {
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((text) => (typeof text === "string" ? judgeText(text, write) : []));
}

function judgeText(text: string, write: WriteEvidence): TextProblem[] {
  const display = /^"?(?<name>[^<>"]+?)"?\s*<(?<address>[^<>]+)>$/u.exec(text.trim())?.groups;
  if (display !== undefined) return judgeDisplayName(display.name ?? "", display.address ?? "", write);
  if (!/^[a-z]+:\/\//i.test(text) || isNamedAddress(text, write.evidence.addresses)) return [];
  return containsProse(text, write) ? [createProblem(text, "unknown_link")] : [];
}

function judgeDisplayName(name: string, address: string, { evidence }: WriteEvidence): TextProblem[] {
  const { said, sourceFacts } = evidence;
  const mailbox = address.toLowerCase();
  const isKnown = (word: string) =>
    mailbox.includes(word) ||
    said.names.named.has(word) ||
    sourceFacts.names.named.has(word) ||
    isLabel(word, evidence);
  return splitWords(name).every(isKnown) ? [] : [createProblem(name, "unknown_recipient")];
}
