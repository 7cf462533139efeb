import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { hasScope } from "../../app/visit-state.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { DetailPage } from "../../parts/detail-page.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { asCurl } from "../../parts/repeat-code.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { type LoadedTool, loadTool, useArgumentForm } from "./argument-form.tsx";
import { CallResult } from "./call-result.tsx";
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

function ToolForm({ tool, accounts }: LoadedTool): JSX.Element {
  const { name, title, description, effect } = tool;
  const { fields, read, fill } = useArgumentForm({ tool, accounts });
  const { made, problem, isBusy, call } = useToolCall(name);
  const send = (isPreview: boolean) => {
    const values = read();
    if (values) call(values, isPreview);
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
        {fields.length === 0 ? <p class="soft">It takes no arguments.</p> : fields}
        <Actions tool={tool} made={made} isBusy={isBusy} onSend={send} onExample={fill} />
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
