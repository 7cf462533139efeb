import type { Schemas } from "@plumbline/client/schemas.ts";
import type { ComponentChildren, JSX } from "preact";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Loading } from "../../parts/data-table.tsx";
import { Icon } from "../../parts/icon.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { CallOutcomeBadge, callerWords, durationWords } from "./call-outcome.tsx";

/** One call with its arguments, as far as they may be shown. */
export function CallPage({ id }: { id: string }): JSX.Element {
  const { value, problem, reload } = useLoaded(
    async (signal) => (await service.GET("/api/v1/calls/{id}", { params: { path: { id } }, signal })).data,
    id,
  );
  return (
    <>
      <p class="back">
        <a href={linkTo("calls")}>
          <Icon name="back" /> All calls
        </a>
      </p>
      {problem !== undefined && <ProblemBanner problem={problem} onRetry={reload} />}
      {!value && problem === undefined && <Loading />}
      {value && (
        <>
          <PageHead title={value.tool} />
          <dl class="facts card">
            {factsOf(value).map(([name, fact]) => (
              <FactRow key={name} name={name} fact={fact} />
            ))}
          </dl>
          <CodeBlock
            label={value.arguments_cut ? "Arguments, shortened" : "Arguments"}
            value={value.arguments}
          />
        </>
      )}
    </>
  );
}

function factsOf(call: Schemas["LoggedCallDetail"]): [name: string, fact: ComponentChildren][] {
  const ids = {
    "Call id": call.id,
    "Request id": call.request_id,
    "Run id": call.run_id,
    "Key id": call.key_id,
    "Session id": call.session_id,
    "Approval id": call.approval_id,
  };
  const { credential, looks, attempts } = call;
  return [
    ["How it ended", <CallOutcomeBadge key="outcome" call={call} />],
    ["When", <RelativeTime key="at" at={call.at} />],
    ["Took", `${durationWords(call.elapsed_ms)}${attempts > 1 ? `, ${attempts} attempts` : ""}`],
    ["By", callerWords(call)],
    ...(credential ? [["Account", `${credential.label} (${credential.kind})`] as [string, string]] : []),
    ...(looks ? [["Looks", `${looks.count} of watch ${looks.watch_id}`] as [string, string]] : []),
    ...Object.entries(ids).flatMap(([name, id]): [string, ComponentChildren][] =>
      id === null ? [] : [[name, <IdFact key={name} id={id} />]],
    ),
  ];
}

function IdFact({ id }: { id: string }): JSX.Element {
  return (
    <>
      <code>{id}</code> <CopyButton text={() => id} />
    </>
  );
}

function FactRow({ name, fact }: { name: string; fact: ComponentChildren }): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd>{fact}</dd>
    </>
  );
}
