import type { ComponentChildren, JSX } from "preact";

interface ExternalLinkProps {
  /** From anywhere; an address that is not http(s) becomes plain text. */
  href: string;
  children: ComponentChildren;
}

/** A link to another site, which learns nothing of this page. */
export function ExternalLink({ href, children }: ExternalLinkProps): JSX.Element {
  if (!isWebAddress(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

/** Returns true for http(s) alone: no script, no file, no data. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}
