import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { hasScope } from "../../app/visit-state.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { useRecordForm } from "../../parts/record-form.tsx";
import { formatRecord } from "../../parts/record-values.ts";
import { asCurl } from "../../parts/repeat-code.tsx";
import type { ItemProps } from "../../parts/resource-page.tsx";
import { CallResult } from "./call-result.tsx";
import type { LoadedTool } from "./load-tools.ts";
import { type MadeCall, useToolCall } from "./use-tool-call.ts";

type Tool = Schemas["Tool"];

/** Shows whether a tool writes, and its name. */
export function ToolFacts({ name, effect }: Pick<Tool, "name" | "effect">): JSX.Element {
  return (
    <span class="tool-facts">
      <Badge tone={effect === "write" ? "wait" : "good"}>{effect === "write" ? "Writes" : "Reads"}</Badge>{" "}
      <code class="soft">{name}</code>
    </span>
  );
}

/** The form of a tool, built from its schema, with the preview and the result of a call. */
export function ToolForm({ item: { tool, fields } }: ItemProps<LoadedTool>): JSX.Element {
  const { typed, show, read, fill } = useRecordForm(fields);
  const { made, problem, isBusy, call } = useToolCall(tool.name);
  const names = Object.keys(fields);
  const send = (isPreview: boolean) => {
    const values = read();
    if (values) call(values, isPreview);
  };
  return (
    <>
      <form
        class="card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send(tool.effect === "write");
        }}
      >
        {names.length === 0 ? <p class="soft">It takes no arguments.</p> : show(...names)}
        <Actions
          tool={tool}
          made={made}
          isBusy={isBusy}
          onSend={send}
          onExample={(example) => fill({ ...typed, ...formatRecord(fields, example) })}
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
