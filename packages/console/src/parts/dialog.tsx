import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface DialogProps {
  title: string;
  /** Called however it is closed. The caller must then stop rendering it. */
  onClose: () => void;
  children: ComponentChildren;
}

/** Shows a dialog in front of the page. It is open while it is rendered. Escape closes it. */
export function Dialog({ title, onClose, children }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    // By default the button that closes it would have the focus.
    dialog.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={onClose}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="icon-button" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
          <span class="visually-hidden">Close</span>
        </button>
      </div>
      {children}
    </dialog>
  );
}
