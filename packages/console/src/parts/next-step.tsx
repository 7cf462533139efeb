import type { JSX } from "preact";
import { ExternalLink } from "./external-link.tsx";

const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,:;)])/;

/** Shows the remedy for a refusal. Addresses of this service become links; others stay text. */
export function NextStep({ text }: { text: string }): JSX.Element {
  const parts = text.split(ADDRESS);
  return <p>{parts.map((part) => (isOwn(part) ? <ExternalLink href={part}>{part}</ExternalLink> : part))}</p>;
}

function isOwn(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === location.origin;
}
