import type { Schemas } from "@plumbline/client/schemas.ts";
import { useEffect, useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { hasScope } from "../../app/visit-state.ts";
import type { ConnectionKind } from "./kinds.ts";

/** An address for connecting an account. */
export interface ConnectAddress {
  url: string;
  kind: ConnectionKind;
  label: string;
  /** The account to reconnect, in its previous state. Omitted for a new account. */
  renews?: Schemas["Credential"];
  expiresAt: string;
  /** True for someone else; false for the user signed in here. */
  isLink: boolean;
}

/** The state of an authorization that was started here and continues in another tab. */
export type ConnectProgress =
  | { state: "waiting" }
  /** The provider has redirected back, and the account is being checked. */
  | { state: "checking" }
  | { state: "connected" }
  | { state: "failed"; reason: string };

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 10_000;
/** Maximum time for which the service checks an account before it stores or refuses it. */
const CHECK_MS = 45_000;

/**
 * Polls the state of an authorization with growing intervals, and immediately when the page regains focus.
 * Stops when the authorization has ended or the component is no longer shown.
 */
export function useConnectProgress(address: ConnectAddress): ConnectProgress {
  const [progress, setProgress] = useState<ConnectProgress>({ state: "waiting" });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const seen: Seen = { id: undefined, gone: undefined };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wait = FIRST_WAIT_MS;
    let isAsking = false;
    const look = async () => {
      if (isAsking || signal.aborted) return;
      isAsking = true;
      clearTimeout(timer);
      // Polls again if the service is restarting or unreachable.
      const now = await readProgress(address, seen, signal).catch(() => undefined);
      isAsking = false;
      if (signal.aborted) return;
      if (now) setProgress(now);
      if (now?.state === "connected" || now?.state === "failed") return leaving.abort();
      timer = setTimeout(() => void look(), wait);
      wait = now?.state === "checking" ? FIRST_WAIT_MS : Math.min(wait * 1.4, MAX_WAIT_MS);
    };
    const lookAtOnce = () => {
      wait = FIRST_WAIT_MS;
      void look();
    };
    window.addEventListener("focus", lookAtOnce, { signal });
    document.addEventListener("visibilitychange", lookAtOnce, { signal });
    void look();
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [address]);
  return progress;
}

/** Results of earlier polls of one authorization. */
interface Seen {
  /** Its ID in the list of pending ones. */
  id: string | undefined;
  /** Time at which it was first missing there, in milliseconds since the epoch. */
  gone: number | undefined;
}

async function readProgress(
  address: ConnectAddress,
  seen: Seen,
  signal: AbortSignal,
): Promise<ConnectProgress> {
  const waiting = await findWaiting(address, signal);
  if (waiting) {
    seen.id = waiting.id;
    // Someone else may retry from their page; the user signed in here starts again in the dialog.
    const outcome = address.isLink ? undefined : await failedOutcome(seen.id, signal);
    return outcome === undefined
      ? { state: "waiting" }
      : { state: "failed", reason: FAILURES[outcome] ?? ELSE_FAILED };
  }
  if (await isStored(address, signal)) return { state: "connected" };
  seen.gone ??= Date.now();
  if (Date.parse(address.expiresAt) <= Date.now())
    return { state: "failed", reason: "The address expired before anybody used it." };
  const outcome = await failedOutcome(seen.id, signal);
  if (outcome !== undefined || Date.now() - seen.gone > CHECK_MS)
    return { state: "failed", reason: FAILURES[outcome ?? ""] ?? ELSE_FAILED };
  return { state: "checking" };
}

/**
 * Finds the authorization among the pending ones. No other one of its kind expires at the same millisecond.
 */
async function findWaiting(
  { kind, expiresAt }: ConnectAddress,
  signal: AbortSignal,
): Promise<Schemas["PendingConnect"] | undefined> {
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
    const { data } = await service.GET("/api/v1/connections", { params: { query }, signal });
    const found = data.items.find((one) => one.kind === kind && one.expires_at === expiresAt);
    if (found || data.next_cursor === null) return found;
    cursor = data.next_cursor;
  }
}

/** Returns whether the new account exists, or the reconnected one has new tokens. */
async function isStored({ kind, label, renews }: ConnectAddress, signal: AbortSignal): Promise<boolean> {
  if (renews) {
    const params = { path: { id: renews.id } };
    const { data } = await service.GET("/api/v1/credentials/{id}", { params, signal });
    return data.updated_at !== renews.updated_at;
  }
  const params = { query: { kind, label } };
  const { data } = await service.GET("/api/v1/credentials", { params, signal });
  return data.items.some(({ status }) => status !== "revoked");
}

/**
 * Reads from the audit log why an authorization failed. Returns `undefined` if this key may not read it or
 * there is no entry.
 */
async function failedOutcome(id: string | undefined, signal: AbortSignal): Promise<string | undefined> {
  if (!hasScope("audit:read") || id === undefined) return undefined;
  for (const action of ["connection.failed", "connection.withdrawn"] as const) {
    const params = { query: { action, order: "desc", limit: 20 } } as const;
    const { data } = await service.GET("/api/v1/audit", { params, signal });
    const entry = data.items.find(({ subject }) => subject === id);
    if (entry) return String(entry.details.outcome ?? "withdrawn");
  }
  return undefined;
}

const ELSE_FAILED = "Nothing was connected. The page where the sign-in ended says why.";

/** Messages for the outcomes in the audit log. All others use `ELSE_FAILED`. */
const FAILURES: Readonly<Record<string, string>> = {
  declined: "Nothing was connected: access was not granted at the provider.",
  expired: "Nothing was connected: the sign-in took too long.",
  withdrawn: "Nothing was connected: the address was withdrawn.",
  wrong_account: "Nothing was changed: a different account signed in than the one to renew.",
};
