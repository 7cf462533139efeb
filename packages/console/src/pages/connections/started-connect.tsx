import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { service } from "../../app/api.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { ExternalLink } from "../../parts/external-link.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { toast } from "../../parts/toast.tsx";
import { type ConnectAddress, useConnectProgress } from "./follow-connect.ts";

type StartOptions = Pick<ConnectAddress, "kind" | "label" | "renews" | "isLink">;

/** Starts an authorization. Throws PlumblineError. */
export async function beginConnect(options: StartOptions): Promise<ConnectAddress> {
  const { kind, label, renews, isLink } = options;
  const { data } = await service.POST("/api/v1/connections/{kind}", {
    params: { path: { kind } },
    body: { link: isLink, ...(renews ? { credential_id: renews.id } : { label }) },
  });
  const url = "connect_url" in data ? data.connect_url : data.authorization_url;
  return { ...options, url, expiresAt: data.expires_at };
}

interface StartedConnectProps {
  address: ConnectAddress;
  /** Called once the account is connected. */
  onConnected: () => void;
  /** Called to retry after a failure. */
  onRetry: () => void;
}

/** Shows the next step, follows the sign-in in the other tab, and reports a failure. */
export function StartedConnect({ address, onConnected, onRetry }: StartedConnectProps): JSX.Element {
  const { url, label, expiresAt, isLink } = address;
  const progress = useConnectProgress(address);
  useEffect(() => {
    if (progress.state !== "connected") return;
    toast(`${label} is now connected.`);
    onConnected();
  }, [progress.state]);
  if (progress.state === "failed") return <ProblemBanner problem={progress.reason} onRetry={onRetry} />;
  return (
    <div class="started-connect">
      <p>
        {isLink
          ? "Send this address to the owner of the account. It connects one account and shows nothing else."
          : "Sign in at the provider and grant access. This page then continues by itself."}
      </p>
      <p class="button-row">
        <ExternalLink href={url}>{isLink ? "Open the page" : "Go to the provider"}</ExternalLink>
        <CopyButton text={() => url} label="Copy the address" />
      </p>
      {progress.state === "checking" && <p role="status">The account is being checked…</p>}
      <p class="small soft">
        It ends <RelativeTime at={expiresAt} />.
      </p>
    </div>
  );
}
