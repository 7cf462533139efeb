import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport } from "ai";
import { useState } from "react";

const transport = new DefaultChatTransport({
  api: "http://127.0.0.1:8787/api/v1/agent/stream?protocol=ui-message",
  async headers() {
    const session = await fetch("/session", { method: "POST", headers: { authorization: "Demo ada" } });
    const { session_token } = await session.json();
    return { authorization: `Bearer ${session_token}` };
  },
});

/** A conversation with the agent. Refusals, sources and withheld sentences are parts of its messages. */
export function Chat() {
  const { messages, sendMessage, status } = useChat({ transport });
  const [text, setText] = useState("");
  const send = (event) => {
    event.preventDefault();
    sendMessage({ text });
    setText("");
  };
  return (
    <main>
      {messages.map(({ id, role, parts }) => (
        <article key={id}>
          <h2>{role}</h2>
          {parts.map((part, at) => (
            <Part key={`${id} ${at}`} part={part} />
          ))}
        </article>
      ))}
      <form onSubmit={send}>
        <input value={text} onChange={(event) => setText(event.target.value)} />
        <button type="submit" disabled={status !== "ready"}>
          Send
        </button>
      </form>
    </main>
  );
}

function Part({ part }) {
  switch (part.type) {
    case "text":
      return <p>{part.text}</p>;
    case "source-url":
      return <a href={part.url}>{part.title ?? part.url}</a>;
    case "data-unverified":
      return <s title={part.data.reason}>{part.data.text}</s>;
    case "data-refusal":
      return <p role="alert">{part.data.refusal_reason}</p>;
    default:
      return null;
  }
}
