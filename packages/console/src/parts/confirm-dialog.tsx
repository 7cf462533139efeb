import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ProblemBanner } from "./problem-banner.tsx";

interface ConfirmDialogProps {
  title: string;
  /** Label of the button that carries out the action. */
  action: string;
  /** Text that the user must type first. */
  typed?: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  children: ComponentChildren;
}

/** Asks for confirmation of an action that cannot be undone. Stays open if the action fails. */
export function ConfirmDialog(props: ConfirmDialogProps): JSX.Element {
  const { title, action, typed, onConfirm, onClose, children } = props;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const [text, setText] = useState("");
  const confirm = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (thrown) {
      setProblem(thrown);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {typed !== undefined && (
        <p>
          <label>
            Type <strong>{typed}</strong> to continue:
            <input value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
        </p>
      )}
      {problem !== undefined && <ProblemBanner problem={problem} />}
      <div class="button-row">
        <Button
          kind="danger"
          isBusy={isBusy}
          disabled={typed !== undefined && text !== typed}
          onClick={() => void confirm()}
        >
          {action}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, "onClose"> {
  /** Text of the button, which the dialog's own may say more fully. */
  label: ComponentChildren;
  kind?: "plain" | "danger";
  class?: string;
}

/** A button for an action that is carried out once it is confirmed. */
export function ConfirmButton({ label, kind = "danger", class: more = "", ...dialog }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind={kind} class={more} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <ConfirmDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}
