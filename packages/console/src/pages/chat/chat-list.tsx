import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { DataTable } from "../../parts/data-table.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { CheckField, TextField } from "../../parts/fields.tsx";
import { describeKey } from "../../parts/key-words.ts";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { usePages } from "../../parts/use-pages.ts";
import { useSubmit } from "../../parts/use-submit.ts";
import { showDeleted, showRenamed } from "./chat-state.ts";

type Chat = Schemas["Chat"];

const TYPING_MS = 250;

/** Lists the chats that are kept, the latest first, with a search. `onOpen` is for a dialog, which shows it even if it is empty. */
export function ChatList({ onOpen }: { onOpen?: () => void }): JSX.Element | null {
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const [isAll, setAll] = useState(false);
  const [renamed, setRenamed] = useState<Chat>();
  const [deleted, setDeleted] = useState<Chat>();
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const list = usePages(async (cursor, signal) => {
    const query = {
      limit: 20,
      owner: isAll ? "all" : "own",
      ...(search && { search }),
      ...(cursor && { cursor }),
    } as const;
    return (await service.GET("/api/v1/chats", { params: { query }, signal })).data;
  }, `${isAll} ${search}`);
  const isEmpty = list.items.length === 0 && !list.hasMore && search === "" && !isAll;
  if (!onOpen && isEmpty && list.problem === undefined && !hasScope("conversations:manage")) return null;
  return (
    <section class="chat-list" aria-labelledby="chats">
      <h2 id="chats">Chats</h2>
      <div class="filters">
        <TextField
          label="Search"
          value={typed}
          onType={setTyped}
          placeholder="Words from a title or message"
        />
        {hasScope("conversations:manage") && (
          <CheckField label="Everybody's chats" isChecked={isAll} onChange={setAll} />
        )}
      </div>
      <DataTable
        caption="Chats"
        list={list}
        rowKey={({ conversation_id: id, key_id, end_user }) => `${id} ${key_id} ${end_user}`}
        columns={[
          {
            title: "Chat",
            cell: ({ conversation_id: id, title }) => (
              <a href={linkTo("chat", id)} onClick={onOpen}>
                {title || "Untitled"}
              </a>
            ),
          },
          { title: "Last used", cell: ({ updated_at }) => <RelativeTime at={updated_at} /> },
          ...(isAll
            ? [{ title: "By", cell: ({ end_user, ...key }: Chat) => end_user ?? describeKey(key) }]
            : []),
          {
            title: "Actions",
            cell: (chat) => (
              <span class="button-row">
                {chat.own && (
                  <Button class="small" onClick={() => setRenamed(chat)}>
                    Rename
                  </Button>
                )}
                <Button class="small" onClick={() => setDeleted(chat)}>
                  Delete
                </Button>
              </span>
            ),
          },
        ]}
        empty={
          <p class="soft">
            {search === "" ? "There are no chats yet." : "No chat contains all of these words."}
          </p>
        }
      />
      {renamed && <RenameChat chat={renamed} onClose={() => setRenamed(undefined)} onDone={list.reload} />}
      {deleted && (
        <ConfirmDialog
          title="Delete this chat?"
          action="Delete"
          onClose={() => setDeleted(undefined)}
          onConfirm={async () => {
            const params = { path: { id: deleted.conversation_id } };
            await service.DELETE("/api/v1/conversations/{id}", { params });
            showDeleted(deleted.conversation_id);
            list.reload();
          }}
        >
          <p>
            “{deleted.title}” will be erased, with everything its runs have said. What they wrote elsewhere is
            kept there.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

interface RenameChatProps {
  chat: Chat;
  onClose: () => void;
  onDone: () => void;
}

function RenameChat({ chat, onClose, onDone }: RenameChatProps): JSX.Element {
  const [title, setTitle] = useState(chat.title);
  const { problem, isBusy, submit } = useSubmit(async () => {
    const params = { path: { id: chat.conversation_id } };
    await service.PATCH("/api/v1/chats/{id}", { params, body: { title: title.trim() } });
    showRenamed(chat.conversation_id, title.trim());
    onDone();
    onClose();
  });
  return (
    <Dialog title="Rename this chat" onClose={onClose}>
      <form onSubmit={submit}>
        {problem !== undefined && <ProblemBanner problem={problem} />}
        <TextField label="Title" value={title} onType={setTitle} required maxLength={120} />
        <div class="button-row">
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Rename
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
