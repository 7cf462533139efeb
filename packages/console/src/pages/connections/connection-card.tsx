import { describeHealth } from "@plumbline/client/credential-health.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { linkTo, place } from "../../app/route.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { ConfirmButton } from "../../parts/confirm-dialog.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { WhenLoaded } from "../../parts/detail-page.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { NextStep } from "../../parts/next-step.tsx";
import { Banner, ProblemBanner } from "../../parts/problem-banner.tsx";
import { currentTime, RelativeTime } from "../../parts/relative-time.tsx";
import { toast } from "../../parts/toast.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { accountTitle, CONNECTION_KINDS } from "./kinds.ts";
import { beginConnect, StartedConnect } from "./started-connect.tsx";

type Credential = Schemas["Credential"];

/** Statuses other than active. An active account shows its health. */
const STATUS: Readonly<Record<Exclude<Credential["status"], "active">, { word: string; tone: Tone }>> = {
  expiring: { word: "Expires soon", tone: "wait" },
  expired: { word: "Expired", tone: "bad" },
  needs_reconnect: { word: "Needs a new sign-in", tone: "bad" },
  revoked: { word: "Revoked", tone: "neutral" },
};

/** Shows one account: its health, its capabilities and the actions on it. */
export function ConnectionCard({
  credential,
  onChange,
}: {
  credential: Credential;
  onChange: () => void;
}): JSX.Element {
  const { id, account, status, usable_for: tools, warnings, last_error: lastError } = credential;
  const { word, tone } = status === "active" ? describeActive(credential.health) : STATUS[status];
  return (
    <li class="card connection">
      <div class="connection-head">
        <div>
          <h2>{accountTitle(credential)}</h2>
          {account !== null && <p class="soft">{account}</p>}
        </div>
        <Badge tone={tone}>{word}</Badge>
      </div>
      {lastError && status !== "revoked" && (
        <Banner tone="wait">
          <p>{lastError.message}</p>
          <p class="small soft">
            {lastError.error_code} · <RelativeTime at={lastError.at} />
          </p>
        </Banner>
      )}
      {warnings.map((warning) => (
        <Banner key={warning} tone="wait">
          <p>{warning}</p>
        </Banner>
      ))}
      <p class="small soft">
        {status !== "active" && `${describeHealth(credential.health, currentTime())} · `}
        {describeUse(credential)}
        {credential.expires_at !== null && (
          <>
            {" · ends "}
            <RelativeTime at={credential.expires_at} />
          </>
        )}
      </p>
      {status !== "revoked" && tools.length > 0 && (
        <p class="connection-tools">
          {tools.map((tool) => (
            <a key={tool} href={linkTo("tools", tool)}>
              <code>{tool}</code>
            </a>
          ))}
        </p>
      )}
      {status !== "revoked" && <Actions credential={credential} onChange={onChange} />}
      <p class="small soft">
        <code>{id}</code> <CopyButton text={() => id} label="Copy ID" />
      </p>
    </li>
  );
}

function describeActive(health: Credential["health"]): { word: string; tone: Tone } {
  const word = describeHealth(health, currentTime());
  return { word, tone: health === null ? "neutral" : health.ok ? "good" : "bad" };
}

function describeUse({ last_used_at: lastUsed, created_at: created }: Credential): JSX.Element {
  return lastUsed === null ? (
    <>
      Added <RelativeTime at={created} />, never used
    </>
  ) : (
    <>
      Last used <RelativeTime at={lastUsed} />, accurate to an hour
    </>
  );
}

function Actions({ credential, onChange }: { credential: Credential; onChange: () => void }): JSX.Element {
  const { id, kind, label } = credential;
  const [isTesting, setTesting] = useState(false);
  const isRenewalRequested = place.value.rest[0] === id && CONNECTION_KINDS[kind].byOAuth;
  const [isRenewing, setRenewing] = useState(isRenewalRequested);
  const [testResult, setTested] = useState<Schemas["CredentialTest"]>();
  const [problem, setProblem] = useState<unknown>();
  const test = async () => {
    setTesting(true);
    setProblem(undefined);
    setTested(undefined);
    try {
      setTested((await service.POST("/api/v1/credentials/{id}/test", { params: { path: { id } } })).data);
      onChange();
    } catch (thrown) {
      setProblem(thrown);
    }
    setTesting(false);
  };
  const revoke = async () => {
    const { data } = await service.DELETE("/api/v1/credentials/{id}", { params: { path: { id } } });
    const isKeptUpstream = data?.upstream?.revoked === false;
    toast(
      isKeptUpstream
        ? `${label} was revoked here, but the provider did not revoke it.`
        : `${label} was revoked.`,
    );
    onChange();
  };
  const close = () => setRenewing(false);
  const renewed = () => {
    close();
    onChange();
  };
  return (
    <>
      {problem !== undefined && <ProblemBanner problem={problem} />}
      {testResult && <TestResult tested={testResult} />}
      <div class="button-row">
        {hasScope("credentials:write") && (
          <Button isBusy={isTesting} onClick={() => void test()}>
            Test
          </Button>
        )}
        {hasScope("connections:write") && CONNECTION_KINDS[kind].byOAuth && (
          <Button onClick={() => setRenewing(true)}>Renew</Button>
        )}
        {hasScope("credentials:write") && (
          <ConfirmButton label="Revoke" title={`Revoke ${label}?`} action="Revoke" onConfirm={revoke}>
            <p>
              Tools can no longer use this account. It is also revoked at the provider if possible. This
              cannot be undone.
            </p>
          </ConfirmButton>
        )}
      </div>
      {isRenewing && <RenewConnection credential={credential} onClose={close} onRenewed={renewed} />}
    </>
  );
}

function TestResult({ tested }: { tested: Schemas["CredentialTest"] }): JSX.Element {
  if (tested.ok)
    return (
      <Banner tone="good">
        <p>It works{tested.account === undefined ? "." : `: ${tested.account}.`}</p>
      </Banner>
    );
  return (
    <Banner tone="bad">
      <p>{tested.refusal_reason}</p>
      {tested.next_step !== undefined && <NextStep text={tested.next_step} />}
    </Banner>
  );
}

interface RenewConnectionProps {
  credential: Schemas["Credential"];
  onClose: () => void;
  /** Called once it has new tokens. */
  onRenewed: () => void;
}

/** Reconnects an account by a new sign-in. A different account is refused. */
function RenewConnection({ credential, onClose, onRenewed }: RenewConnectionProps): JSX.Element {
  const { id, kind, label } = credential;
  const loaded = useLoaded(() => beginConnect({ kind, label, isLink: false, renews: credential }), id);
  return (
    <Dialog title={`Renew ${label}`} onClose={onClose}>
      <WhenLoaded loaded={loaded}>
        {(address) => <StartedConnect address={address} onConnected={onRenewed} onRetry={loaded.reload} />}
      </WhenLoaded>
    </Dialog>
  );
}
