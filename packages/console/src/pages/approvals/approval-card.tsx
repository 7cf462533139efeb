import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Loading } from "../../parts/data-table.tsx";
import { ExternalLink } from "../../parts/external-link.tsx";
import { type Fact, Facts } from "../../parts/facts.tsx";
import { describeKey } from "../../parts/key-words.ts";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { type Loaded, useLoaded } from "../../parts/use-loaded.ts";
import { accountTitle } from "../connections/kinds.ts";
import { describeDestination } from "./approval-facts.tsx";
import { ApprovalOutcome } from "./approval-outcome.tsx";
import { CallText, WireRequests } from "./call-text.tsx";
import { Changes } from "./changes.tsx";
import { Decision } from "./decision.tsx";
import { EditCall } from "./edit-call.tsx";

export type ApprovalDetail = Schemas["ApprovalDetail"];

interface ApprovalCardProps {
  approval: ApprovalDetail;
  onDecided: () => void;
  /** Called with the ID of the changed call after an edit. */
  onEdited: (id: string) => void;
}

/** Shows a call that needs approval, and its decision while it waits: the same on its page and in the chat. */
export function ApprovalCard({ approval, onDecided, onEdited }: ApprovalCardProps): JSX.Element {
  const { id, reason, status, preview, may_always: mayAlways } = approval;
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <Facts facts={factsOf(approval)} />
      {isEditing ? (
        <EditCall approval={approval} onClose={() => setEditing(false)} onEdited={onEdited} />
      ) : (
        <>
          {approval.changes && <Changes {...approval.changes} />}
          <CallText
            args={approval.arguments}
            texts={approval.texts}
            hasChanges={approval.changes?.unread_because === null}
          />
        </>
      )}
      <p class="small soft">{reason}</p>
      {preview !== null && <WireRequests preview={preview} />}
      {status === "waiting" && !isEditing && (
        <div class="decision">
          <Decision
            id={id}
            mayAlways={mayAlways}
            onDecided={onDecided}
            {...(approval.editable.length > 0 && { onEdit: () => setEditing(true) })}
          />
        </div>
      )}
    </>
  );
}

/** How often a waiting card checks whether somebody else has decided. */
const CHECK_EVERY_MS = 10_000;

interface LoadedApprovalCardProps {
  id: string;
  isBusy: boolean;
  /** Called once the call no longer waits. */
  onSettled: () => void;
  /** Called after a decision on the card, and when its reader continues after a decision made elsewhere. */
  onDecided: () => void;
}

/** Loads a call, and checks while it waits whether somebody else has decided. */
export function useApproval(id: string): Loaded<ApprovalDetail> {
  const loaded = useLoaded((signal) => loadApproval(id, signal), id);
  const isWaiting = loaded.value?.status === "waiting";
  useEffect(() => {
    if (!isWaiting) return;
    const check = () => document.visibilityState === "visible" && loaded.reload();
    const timer = setInterval(check, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return loaded;
}

/** Loads the card of a waiting call. After an edit it shows the changed call. */
export function LoadedApprovalCard(props: LoadedApprovalCardProps): JSX.Element {
  const { id, isBusy, onSettled, onDecided } = props;
  const [shown, setShown] = useState(id);
  const { value, problem, reload } = useApproval(shown);
  useEffect(() => {
    if (value?.id !== shown) return;
    if (value.changed_to !== null) setShown(value.changed_to);
    else if (value.status !== "waiting") onSettled();
  }, [value]);
  if (value?.id !== shown)
    return problem === undefined ? <Loading /> : <ProblemBanner problem={problem} onRetry={reload} />;
  return (
    <>
      <ApprovalCard key={shown} approval={value} onDecided={onDecided} onEdited={setShown} />
      {value.status === "waiting" ? (
        <p class="small">
          <ExternalLink href={value.approve_url}>Ask somebody else to decide</ExternalLink>
        </p>
      ) : (
        <>
          <ApprovalOutcome approval={value} />
          <p>
            The agent does not know this yet.{" "}
            <Button isBusy={isBusy} onClick={onDecided}>
              Continue the answer
            </Button>
          </p>
        </>
      )}
    </>
  );
}

export async function loadApproval(id: string, signal: AbortSignal): Promise<ApprovalDetail> {
  return (await service.GET("/api/v1/approvals/{id}", { params: { path: { id } }, signal })).data;
}

function factsOf(approval: ApprovalDetail): Fact[] {
  const { credential, destinations, end_user, subject, read_before: read, status, ...key } = approval;
  const { decided_at: decidedAt, decided_by: decider, decided_by_name: deciderName } = approval;
  const { related_writes: related } = approval;
  const person = end_user ?? subject;
  const facts: (Fact | false)[] = [
    destinations.length > 0 && [
      "Destination",
      <Destinations key="to" places={destinations} isWaiting={status === "waiting"} />,
    ],
    credential !== null && ["From", accountTitle(credential)],
    [
      "Requested by",
      <span key="by" title={key.key_id}>
        {describeKey(key)}
      </span>,
    ],
    person !== null && ["For", person],
    read !== null && [
      "Already read",
      read.length === 0 ? "no outside text" : <Lines key="read" texts={read} />,
    ],
    related.length > 0 && ["Same conversation", <RelatedWrites key="related" writes={related} />],
    [
      "Asked",
      <Fragment key="asked">
        <RelativeTime at={approval.created_at} />
        {status === "waiting" && (
          <>
            , expires <RelativeTime at={approval.expires_at} />
          </>
        )}
      </Fragment>,
    ],
    decidedAt !== null && [
      "Decided",
      <Fragment key="decided">
        by {describeKey({ key_id: decider, key_name: deciderName })}, <RelativeTime at={decidedAt} />
      </Fragment>,
    ],
  ];
  return facts.filter((fact) => fact !== false);
}

/** Kinds of destination that people recognize by having written there. */
const RECOGNIZED = ["channel", "recipient", "address", "url", "account"];

interface DestinationsProps {
  places: ApprovalDetail["destinations"];
  isWaiting: boolean;
}

/** Lists where a call writes. Once it is decided, "never written to before" would be out of date. */
function Destinations({ places, isWaiting }: DestinationsProps): JSX.Element {
  return (
    <>
      {places.map(({ kind, value, last_written_at: last }) => (
        <div key={`${kind} ${value}`}>
          {kind === "new" ? describeDestination({ kind, value }) : value}{" "}
          {kind === "new" ? null : !RECOGNIZED.includes(kind) ? (
            <span class="soft">{kind}</span>
          ) : last !== null ? (
            <span class="small soft">
              last written there <RelativeTime at={last} />
            </span>
          ) : (
            isWaiting && <Badge tone="wait">never written to before</Badge>
          )}
        </div>
      ))}
    </>
  );
}

const RELATED = { waiting: "also waiting", made: "sent since", unknown: "possibly sent since" } as const;

/** Lists what else the conversation writes with the same tool, which approving this call may repeat. */
function RelatedWrites({ writes }: { writes: ApprovalDetail["related_writes"] }): JSX.Element {
  return (
    <>
      {writes.map(({ title, at, outcome, approval_id: id }) => (
        <div key={`${id} ${at} ${title}`}>
          <Badge tone="wait">{RELATED[outcome]}</Badge>{" "}
          {id === null ? title : <a href={linkTo("approvals", id)}>{title}</a>}{" "}
          <span class="small soft">
            <RelativeTime at={at} />
          </span>
        </div>
      ))}
    </>
  );
}

function Lines({ texts }: { texts: readonly string[] }): JSX.Element {
  return (
    <>
      {texts.map((text) => (
        <Fragment key={text}>
          {text}
          <br />
        </Fragment>
      ))}
    </>
  );
}
