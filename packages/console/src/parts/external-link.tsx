import type { ComponentChildren, JSX } from "preact";

interface ExternalLinkProps {
  /** From any source. An address other than http(s) is rendered as plain text. */
  href: string;
  children: ComponentChildren;
}

/** Renders a link to another site, which receives no information about this page. */
export function ExternalLink({ href, children }: ExternalLinkProps): JSX.Element {
  if (!isWebAddress(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

/** Returns true only for http(s), and false for scripts, files and data. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}
