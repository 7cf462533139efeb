import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { toast } from "./toast.tsx";

interface CopyButtonProps {
  /** Called when the button is pressed. */
  text: () => string;
  label?: string;
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, label = "Copy" }: CopyButtonProps): JSX.Element {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setDone(true);
      setTimeout(() => setDone(false), 2_000);
    } catch {
      toast("The browser did not allow this page to write to the clipboard.");
    }
  };
  return (
    <button type="button" class="button plain small" onClick={() => void copy()}>
      <Icon name={isDone ? "check" : "copy"} />
      {isDone ? "Copied" : label}
    </button>
  );
}
