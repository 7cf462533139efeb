import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import { Button } from "../../parts/button.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { toast } from "../../parts/toast.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { CONNECTION_KINDS } from "./kinds.ts";

/** Lists connects that were begun and wait for somebody. Another `turn` loads them again. */
export function PendingConnects({
  turn,
  onChange,
}: {
  turn: number;
  onChange: () => void;
}): JSX.Element | null {
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
