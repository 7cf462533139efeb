import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import type { ConsolePage } from "../../app/console-page.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Button } from "../../parts/button.tsx";
import { Loading } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { toast } from "../../parts/toast.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { type PagedList, usePages } from "../../parts/use-pages.ts";
import { AddConnection } from "./add-connection.tsx";
import { ConnectionCard } from "./connection-card.tsx";
import { CONNECTION_KINDS } from "./kinds.ts";

/** Connects, tests, reconnects and revokes accounts. */
export const connectionsPage: ConsolePage = {
  path: "connections",
  title: "Connections",
  icon: "plug",
  group: "Act",
  needs: "credentials:read",
  Body: ConnectionsPage,
};

function ConnectionsPage(): JSX.Element {
  const [isAdding, setAdding] = useState(false);
  const list = usePages<Schemas["Credential"]>(async (cursor, signal) => {
    const query = { limit: 50, ...(cursor !== undefined && { cursor }) };
    return (await service.GET("/api/v1/credentials", { params: { query }, signal })).data;
  });
  const [pendingTurn, setPendingTurn] = useState(0);
  const reload = () => {
    list.reload();
    setPendingTurn((last) => last + 1);
  };
  useReloadOnReturn(reload);
  const mayAdd = hasScope("connections:write") || hasScope("credentials:write");
  return (
    <>
      <PageHead
        title="Connections"
        lead="Accounts at providers. Their tokens are sealed, and shown to nobody."
      >
        {mayAdd && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            Connect an account
          </Button>
        )}
      </PageHead>
      {hasScope("connections:write") && <PendingConnects turn={pendingTurn} onChange={reload} />}
      <ConnectionList list={list} onChange={reload} />
      {isAdding && (
        <AddConnection
          onClose={() => {
            setAdding(false);
            reload();
          }}
        />
      )}
    </>
  );
}

/** Reloads when the user returns from a provider's page, to show the outcome. */
function useReloadOnReturn(reload: () => void): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") reload();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [reload]);
}

interface ConnectionListProps {
  list: PagedList<Schemas["Credential"]>;
  onChange: () => void;
}

function ConnectionList({ list, onChange }: ConnectionListProps): JSX.Element {
  const { items, isLoading, problem, hasMore, loadMore, reload } = list;
  const inUse = items.filter(({ status }) => status !== "revoked");
  const revoked = items.filter(({ status }) => status === "revoked");
  if (items.length === 0 && isLoading) return <Loading />;
  return (
    <>
      {problem !== undefined && <ProblemBanner problem={problem} onRetry={reload} />}
      {inUse.length === 0 && problem === undefined && (
        <EmptyState icon="plug" title="No account is connected">
          <p>Connect one, and the tools of its provider can be called.</p>
        </EmptyState>
      )}
      <ul class="connection-list">
        {inUse.map((credential) => (
          <ConnectionCard key={credential.id} credential={credential} onChange={onChange} />
        ))}
      </ul>
      {revoked.length > 0 && (
        <details class="revoked">
          <summary>{revoked.length === 1 ? "One revoked" : `${revoked.length} revoked`}</summary>
          <ul class="connection-list">
            {revoked.map((credential) => (
              <ConnectionCard key={credential.id} credential={credential} onChange={onChange} />
            ))}
          </ul>
        </details>
      )}
      {hasMore && (
        <p class="more">
          <Button onClick={loadMore} isBusy={isLoading}>
            Load more
          </Button>
        </p>
      )}
    </>
  );
}

/** Lists pending authorizations. Changing `turn` reloads them. */
function PendingConnects({ turn, onChange }: { turn: number; onChange: () => void }): JSX.Element | null {
  const { value = [] } = useLoaded(async (signal) => {
    const { data } = await service.GET("/api/v1/connections", { params: { query: { limit: 50 } }, signal });
    return data.items as readonly Schemas["PendingConnect"][];
  }, String(turn));
  if (value.length === 0) return null;
  const withdraw = async ({ id, kind }: Schemas["PendingConnect"]) => {
    try {
      await service.DELETE("/api/v1/connections/{kind}/{id}", { params: { path: { kind, id } } });
      toast("Its address works no more.");
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : String(problem));
    }
    onChange();
  };
  return (
    <section class="card pending">
      <h2>Waiting for a sign-in</h2>
      <ul>
        {value.map((pending) => (
          <li key={pending.id}>
            <span>
              <strong>{pending.label}</strong> <span class="soft">{CONNECTION_KINDS[pending.kind].name}</span>
              <span class="small soft">
                {" "}
                · {pending.form === "link" ? "a page for somebody" : "an address at the provider"}, ends{" "}
                <RelativeTime at={pending.expires_at} />
              </span>
            </span>
            <Button class="small" onClick={() => void withdraw(pending)}>
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
