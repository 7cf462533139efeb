import type { Schemas } from "@plumbline/client/schemas.ts";
import { argumentWords } from "@plumbline/core/text/argument-words.ts";
import { escapeInvisible, formatReadableJson } from "@plumbline/core/text/visible-json.ts";
import type { JSX } from "preact";
import { Fragment } from "preact";
import { Markdown } from "../../markdown/markdown.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";

interface CallTextProps {
  args: unknown;
  /** True if `Changes` shows the fields of the call's records. */
  hasChanges: boolean;
  texts: Schemas["ApprovalDetail"]["texts"];
}

/**
 * Shows the arguments of a call for approval, one by one: texts as their reader will see them, and below them,
 * collapsed, as they are written. Characters that could hide something are shown as escapes.
 */
export function CallText({ args, hasChanges, texts }: CallTextProps): JSX.Element {
  const isRecord = typeof args === "object" && args !== null && !Array.isArray(args);
  const all = isRecord ? Object.entries(args) : [["arguments", args] as const];
  // The account is shown by its name elsewhere.
  const fields = all.filter(([name]) => name !== "credential_id");
  const textOf = (name: string) => texts.find(({ argument }) => argument === name);
  const isShown = (value: unknown) => hasChanges && [value].flat().some((one) => Object(one) === one);
  const open = fields.filter(([, value]) => !isShown(value));
  const folded = fields.filter(([name, value]) => isShown(value) || textOf(name));
  const rows = (shown: typeof fields, read: (name: string, value: unknown) => JSX.Element | string) =>
    shown.map(([name, value]) => (
      <Fragment key={name}>
        <dt>{argumentWords(name)}</dt>
        <dd>{read(name, value)}</dd>
      </Fragment>
    ));
  return (
    <div class={open.length > 0 ? "call-text card" : "call-text"}>
      <dl>
        {rows(open, (name, value) => {
          const text = textOf(name);
          return text ? shownText(text) : shownValue(value);
        })}
      </dl>
      {folded.length > 0 && (
        <details>
          <summary>As plain text</summary>
          <dl>{rows(folded, (_name, value) => shownValue(value))}</dl>
        </details>
      )}
    </div>
  );
}

function shownText({ form, text }: CallTextProps["texts"][number]): JSX.Element | string {
  const visible = escapeInvisible(text.replaceAll("\r\n", "\n"));
  return form === "markdown" ? <Markdown text={visible} /> : visible;
}

/** Shows the requests that a call would make, collapsed. */
export function WireRequests({ preview }: { preview: unknown }): JSX.Element {
  return (
    <details class="wire">
      <summary>What is sent</summary>
      <CodeBlock label="What is sent" value={formatReadableJson(preview)} />
    </details>
  );
}

function shownValue(value: unknown): JSX.Element | string {
  if (typeof value === "string") return escapeInvisible(value.replaceAll("\r\n", "\n"));
  const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
  if (!isList) return <code>{formatReadableJson(value)}</code>;
  // One per line, because an entry may contain a comma.
  return escapeInvisible(value.map((one) => one.replace(/\s+/g, " ")).join("\n"));
}
