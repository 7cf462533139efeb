import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ConsolePage } from "../../app/console-page.ts";
import { linkTo, place } from "../../app/route.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { shortTitle } from "../../parts/short-title.ts";
import { AccountChoice } from "./account-choice.tsx";
import { AnswerView } from "./answer-view.tsx";
import { ChatList } from "./chat-list.tsx";
import { conversation, openChat, openedChat, recall, say, startAnew } from "./chat-state.ts";
import { Composer } from "./composer.tsx";
import { ModelChoice } from "./model-choice.tsx";

/** Chat with the agent, which shows each call it makes and each sentence that was withheld. */
export const chatPage: ConsolePage = {
  path: "chat",
  title: "Chat",
  icon: "chat",
  group: "Ask",
  needs: "agent",
  Body: ChatPage,
};

const EXAMPLES = ["Who was Ada Lovelace?", "Show my connections", "Post The build is green to #general"];

function ChatPage(): JSX.Element {
  const turns = conversation.value;
  const last = turns.length - 1;
  const [first] = turns;
  const [wanted] = place.value.rest;
  const opened = openedChat.value;
  const [isListed, setListed] = useState(false);
  useEffect(() => (wanted === undefined ? recall() : void openChat(wanted)), [wanted]);
  useFollowedEnd(turns);
  return (
    <div class={turns.length === 0 ? "chat is-new" : "chat"}>
      <PageHead
        title={opened?.title ?? (first?.role === "user" ? shortTitle(first.text) : "Chat")}
        lead={
          turns.length === 0 &&
          "The agent with this tenant's tools. Statements that no source supports are withheld."
        }
      >
        {turns.length > 0 && (
          <>
            <Button onClick={() => setListed(true)}>All chats</Button>
            <Button onClick={leaveChat}>New chat</Button>
          </>
        )}
      </PageHead>
      <ol class="turns" aria-label="Conversation">
        {turns.map((turn, at) => (
          <li key={at} class={`turn ${turn.role}`}>
            <span class="visually-hidden">{turn.role === "user" ? "You said:" : "The agent said:"}</span>
            {turn.role === "user" ? (
              <p class="said">{turn.text}</p>
            ) : (
              <AnswerView turn={turn} at={at} isLast={at === last && opened?.own !== false} />
            )}
          </li>
        ))}
      </ol>
      {opened?.own === false ? (
        <p class="soft">You are reading somebody else's chat. Only they can continue it.</p>
      ) : (
        <>
          <div class="chat-choices">
            <ModelChoice />
            <AccountChoice />
          </div>
          <Composer />
        </>
      )}
      {turns.length === 0 && (
        <section class="chat-examples">
          <h2>Try</h2>
          <ul>
            {EXAMPLES.map((text) => (
              <li key={text}>
                <button type="button" class="button plain" onClick={() => say(text)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {turns.length === 0 && <ChatList />}
      {isListed && (
        <Dialog title="Chats" onClose={() => setListed(false)}>
          <ChatList onOpen={() => setListed(false)} />
        </Dialog>
      )}
    </div>
  );
}

function leaveChat(): void {
  startAnew();
  location.hash = linkTo("chat");
}

const NEAR_END = 160;

/** Scrolls to the end of the conversation while it grows, unless the reader has scrolled up. */
function useFollowedEnd(turns: readonly unknown[]): void {
  const isFollowing = useRef(true);
  useEffect(() => {
    const look = () => {
      const left = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
      isFollowing.current = left < NEAR_END;
    };
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  useEffect(() => {
    isFollowing.current = true;
  }, [turns.length]);
  useEffect(() => {
    if (isFollowing.current && turns.length > 0)
      window.scrollTo({ top: document.documentElement.scrollHeight });
  }, [turns]);
}
