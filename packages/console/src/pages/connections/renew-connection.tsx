import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { Loading } from "../../parts/data-table.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { beginConnect, StartedConnect } from "./started-connect.tsx";

interface RenewConnectionProps {
  credential: Schemas["Credential"];
  onClose: () => void;
  /** Called once it has new tokens. */
  onRenewed: () => void;
}

/** Gives an account new tokens by another sign-in. Another account than its own is refused. */
export function RenewConnection({ credential, onClose, onRenewed }: RenewConnectionProps): JSX.Element {
  const { id, kind, label } = credential;
  const { value, problem, reload } = useLoaded(
    () => beginConnect({ kind, label, isLink: false, renews: credential }),
    id,
  );
  return (
    <Dialog title={`Renew ${label}`} onClose={onClose}>
      {problem !== undefined && <ProblemBanner problem={problem} />}
      {!value && problem === undefined && <Loading />}
      {value && <StartedConnect address={value} onConnected={onRenewed} onRetry={reload} />}
    </Dialog>
  );
}
