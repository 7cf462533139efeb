import type { ComponentChildren, JSX } from "preact";
import { Button } from "./button.tsx";
import { ProblemBanner } from "./problem-banner.tsx";
import { useSubmit } from "./use-submit.ts";

interface SubmitFormProps {
  class?: string;
  /** Label of the button that sends the form. */
  action: string;
  kind?: "primary" | "plain";
  disabled?: boolean;
  /** Set for a form that says itself what is wrong with its values. */
  noValidate?: boolean;
  onSend: () => Promise<void>;
  /** Shown after the button. */
  after?: ComponentChildren;
  children: ComponentChildren;
}

/** A form with its fields as children. Shows the error of the last attempt above its button. */
export function SubmitForm(props: SubmitFormProps): JSX.Element {
  const { class: name, action, kind = "primary", disabled = false, noValidate = false } = props;
  const { problem, isBusy, submit } = useSubmit(props.onSend);
  return (
    <form class={name} noValidate={noValidate} onSubmit={submit}>
      {props.children}
      {problem !== undefined && <ProblemBanner problem={problem} />}
      <Button kind={kind} type="submit" isBusy={isBusy} disabled={disabled}>
        {action}
      </Button>
      {props.after}
    </form>
  );
}
