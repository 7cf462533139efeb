import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { linkTo } from "../../app/route.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { endRun, isRunning, say } from "./chat-state.ts";

/**
 * The input of the chat. Enter sends, Shift+Enter starts a new line. On another page (`isAside`), sending
 * opens the chat, and a run in progress cannot be stopped.
 */
export function Composer({ isAside = false }: { isAside?: boolean }): JSX.Element {
  const [text, setText] = useState("");
  const area = useRef<HTMLTextAreaElement>(null);
  const isBusy = isRunning.value;
  useEffect(() => {
    if (!isAside) area.current?.focus();
  }, []);
  const send = (event: Event) => {
    event.preventDefault();
    if (text.trim() === "" || isBusy) return;
    say(text.trim());
    setText("");
    if (isAside) location.hash = linkTo("chat");
  };
  return (
    <form class="composer" onSubmit={send}>
      <textarea
        ref={area}
        rows={2}
        aria-label="Message"
        placeholder="Ask a question, or say what to do"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey && !event.isComposing) send(event);
        }}
      />
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
