import type { JSX } from "preact";
import { ExternalLink } from "./external-link.tsx";

const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,:;)])/;

/** What a person can do about a refusal. Addresses of this service in it are links; others stay text. */
export function NextStep({ text }: { text: string }): JSX.Element {
  const parts = text.split(ADDRESS);
  return <p>{parts.map((part) => (isOwn(part) ? <ExternalLink href={part}>{part}</ExternalLink> : part))}</p>;
}

function isOwn(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === location.origin;
}
