import { readableJson, writeUnseen } from "@plumbline/core/text/visible-json.ts";
import type { JSX } from "preact";
import { Fragment } from "preact";
import { CodeBlock } from "../../parts/code-block.tsx";

/**
 * Shows the arguments of a call for approval, one by one. Texts keep their line breaks, and characters that
 * could hide something are shown as escapes.
 */
export function CallText({ args }: { args: unknown }): JSX.Element {
  const isRecord = typeof args === "object" && args !== null && !Array.isArray(args);
  const all = isRecord ? Object.entries(args) : [["arguments", args] as const];
  // The account is shown by its name elsewhere.
  const fields = all.filter(([name]) => name !== "credential_id");
  return (
    <dl class="call-text card">
      {fields.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name.replaceAll("_", " ")}</dt>
          <dd>{shownValue(value)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Shows the requests that a call would make, collapsed. */
export function WireRequests({ preview }: { preview: unknown }): JSX.Element {
  return (
    <details class="wire">
      <summary>What is sent</summary>
      <CodeBlock label="What is sent" value={readableJson(preview)} />
    </details>
  );
}

function shownValue(value: unknown): JSX.Element | string {
  if (typeof value === "string") return writeUnseen(value.replaceAll("\r\n", "\n"));
  const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
  if (!isList) return <code>{readableJson(value)}</code>;
  // One per line, because an entry may contain a comma.
  return writeUnseen(value.map((one) => one.replace(/\s+/g, " ")).join("\n"));
}
