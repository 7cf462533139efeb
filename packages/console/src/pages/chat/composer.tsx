import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { linkTo } from "../../app/route.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { conversation, endRun, isRunning, say } from "./chat-state.ts";

/**
 * The input of the chat. Enter sends, Shift+Enter starts a new line. A message that is entered during an
 * answer is sent when that answer is complete. On another page (`isAside`), sending opens the chat, and a run
 * in progress cannot be stopped.
 */
export function Composer({ isAside = false }: { isAside?: boolean }): JSX.Element {
  const [text, setText] = useState("");
  const area = useRef<HTMLTextAreaElement>(null);
  const [isQueued, setQueued] = useState(false);
  const isBusy = isRunning.value;
  useEffect(() => {
    // A button that was pressed may be gone, and the focus with it.
    if (!isAside && document.activeElement === document.body) area.current?.focus();
  }, [conversation.value.length]);
  const send = () => {
    if (text.trim() === "") return;
    setQueued(isBusy);
    if (isBusy) return;
    say(text.trim());
    setText("");
    if (isAside) location.hash = linkTo("chat");
  };
  useEffect(() => {
    if (isBusy || !isQueued) return;
    const last = conversation.value.at(-1);
    // After an answer that waits, failed or was stopped, its reader may want to say something else.
    if (last?.role === "assistant" && last.done?.stop_reason === "end") send();
    else setQueued(false);
  }, [isBusy]);
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={area}
        rows={2}
        aria-label="Message"
        placeholder="Ask a question, or say what to do"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      {isQueued && (
        <p class="queued small soft" role="status">
          This will be sent when the answer is complete.{" "}
          <button type="button" class="link" onClick={() => setQueued(false)}>
            Do not send
          </button>
        </p>
      )}
      {isBusy && !isAside ? (
        <Button onClick={() => void endRun()}>
          <Icon name="stop" /> Stop
        </Button>
      ) : (
        <Button kind="primary" type="submit" isBusy={isBusy}>
          <Icon name="send" /> Send
        </Button>
      )}
    </form>
  );
}
