import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { DetailPage } from "../../parts/detail-page.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { asCurl } from "../../parts/repeat-code.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { ArgumentField } from "./argument-field.tsx";
import { type ArgumentSchema, readArguments, type Typed, typeExample } from "./argument-values.ts";
import { CallResult } from "./call-result.tsx";
import { loadTools } from "./load-tools.ts";
import { type MadeCall, useToolCall } from "./use-tool-call.ts";

type Tool = Schemas["Tool"];

/** Shows one tool: a form built from its schema, the preview and the result of a call. */
export function ToolPage({ id: name }: { id: string }): JSX.Element {
  const loaded = useLoaded((signal) => loadTool(name, signal), name);
  return (
    <DetailPage list="tools" loaded={loaded}>
      {(value) => <ToolForm key={name} {...value} />}
    </DetailPage>
  );
}

interface LoadedTool {
  tool: Tool;
  accounts: readonly Schemas["Credential"][];
}

async function loadTool(name: string, signal: AbortSignal): Promise<LoadedTool> {
  const tool = (await loadTools(signal)).find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool ${name}, or this key may not use it.`);
  if (!hasScope("credentials:read") || tool.credential_kinds.length === 0) return { tool, accounts: [] };
  const lists = await Promise.all(
    tool.credential_kinds.map((kind) =>
      service.GET("/api/v1/credentials", { params: { query: { kind, limit: 100 } }, signal }),
    ),
  );
  const accounts = lists.flatMap(({ data }) => data.items).filter(({ status }) => status !== "revoked");
  return { tool, accounts };
}

function ToolForm({ tool, accounts }: LoadedTool): JSX.Element {
  const { name, title, description, effect } = tool;
  const { properties, required } = argumentsOf(tool);
  const [typed, setTyped] = useState<Typed>({});
  const [mistakes, setMistakes] = useState<Record<string, string>>({});
  const { made, problem, isBusy, call } = useToolCall(name);
  const names = Object.keys(properties).toSorted(
    (one, other) => Number(required.includes(other)) - Number(required.includes(one)),
  );
  const send = (isPreview: boolean) => {
    const read = readArguments(properties, required, typed);
    setMistakes(read.mistakes);
    if (Object.keys(read.mistakes).length === 0) call(read.values, isPreview);
  };
  return (
    <>
      <div class="page-head">
        <div>
          <h1>{title}</h1>
          <p class="lead">{description}</p>
          <p class="tool-facts">
            <Badge tone={effect === "write" ? "wait" : "good"}>
              {effect === "write" ? "Writes" : "Reads"}
            </Badge>{" "}
            <code class="soft">{name}</code>
          </p>
        </div>
      </div>
      <form
        class="card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send(effect === "write");
        }}
      >
        {names.map((argument) => (
          <ArgumentField
            key={argument}
            name={argument}
            schema={properties[argument] ?? {}}
            isRequired={required.includes(argument)}
            typed={typed[argument] ?? ""}
            mistake={mistakes[argument]}
            accounts={accounts}
            onType={(text) => setTyped({ ...typed, [argument]: text })}
          />
        ))}
        {names.length === 0 && <p class="soft">It takes no arguments.</p>}
        <Actions
          tool={tool}
          made={made}
          isBusy={isBusy}
          onSend={send}
          onExample={(example) => setTyped({ ...typed, ...typeExample(properties, example) })}
        />
      </form>
      {problem !== undefined && <ProblemBanner problem={problem} />}
      {made && <CallResult made={made} />}
    </>
  );
}

interface ActionsProps {
  tool: Tool;
  made: MadeCall | undefined;
  isBusy: boolean;
  onSend: (isPreview: boolean) => void;
  onExample: (example: Record<string, unknown>) => void;
}

/** Shows the buttons. A write is previewed first: its first button is the preview. */
function Actions({ tool, made, isBusy, onSend, onExample }: ActionsProps): JSX.Element {
  const isWrite = tool.effect === "write";
  if (!hasScope("tools:call")) return <p class="soft">This key may view tools but not call them.</p>;
  return (
    <div class="button-row">
      {isWrite && (
        <Button type="submit" isBusy={isBusy}>
          Preview
        </Button>
      )}
      <Button
        kind="primary"
        type={isWrite ? "button" : "submit"}
        isBusy={isBusy}
        onClick={() => isWrite && onSend(false)}
      >
        Call
      </Button>
      {tool.example && Object.keys(tool.example).length > 0 && (
        <Button onClick={() => onExample(tool.example ?? {})}>Fill in an example</Button>
      )}
      {made && (
        <CopyButton
          label="Copy as curl"
          text={() => asCurl({ tool: tool.name, arguments: made.arguments })}
        />
      )}
    </div>
  );
}

function argumentsOf({ input_schema: schema }: Tool): {
  properties: Record<string, ArgumentSchema>;
  required: readonly string[];
} {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, ArgumentSchema>;
    required?: string[];
  };
  return { properties, required };
}
