import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { ExternalLink } from "../../parts/external-link.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import type { ConnectionKind } from "./kinds.ts";

/** An address at which an account is connected. */
export interface ConnectAddress {
  url: string;
  expiresAt: string;
  /** A page for somebody else; otherwise the provider's own. */
  isLink: boolean;
}

interface StartOptions {
  kind: ConnectionKind;
  isLink: boolean;
  label?: string;
  credentialId?: string;
}

/** Begins a connect. Throws PlumblineError. */
export async function beginConnect({
  kind,
  isLink,
  label,
  credentialId,
}: StartOptions): Promise<ConnectAddress> {
  const { data } = await service.POST("/api/v1/connections/{kind}", {
    params: { path: { kind } },
    body: {
      link: isLink,
      ...(label !== undefined && { label }),
      ...(credentialId !== undefined && { credential_id: credentialId }),
    },
  });
  const url = "connect_url" in data ? data.connect_url : data.authorization_url;
  return { url, expiresAt: data.expires_at, isLink };
}

/** Shows where to go next. The list is loaded again when this page is looked at again. */
export function StartedConnect({ address }: { address: ConnectAddress }): JSX.Element {
  const { url, expiresAt, isLink } = address;
  return (
    <div class="started-connect">
      <p>
        {isLink
          ? "Send this address to whoever owns the account. It connects one account, and shows nothing else."
          : "Sign in at the provider and allow the access. Then come back to this page."}
      </p>
      <p class="button-row">
        <ExternalLink href={url}>{isLink ? "Open the page" : "Go to the provider"}</ExternalLink>
        <CopyButton text={() => url} label="Copy the address" />
      </p>
      <p class="small soft">
        It ends <RelativeTime at={expiresAt} />.
      </p>
    </div>
  );
}
