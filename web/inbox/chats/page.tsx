import { useSignals } from "@preact/signals-react/runtime";
import MessagesSquare from "lucide-react/icons/messages-square";
import { useEffect, useRef, useState } from "react";
import { useLocation, useRoute } from "wouter";
import type { ChatAnswer } from "#inbox/chats/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useHotkeys } from "#web/lib/keyboard/use-hotkeys.ts";
import { useNarrow } from "#web/lib/page/use-narrow.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { chatCalls } from "./chats-api.ts";
import { ChatPane } from "./conversation/chat-pane.tsx";
import { ChatColumn } from "./list/chat-column.tsx";
import { chatTexts } from "./locales/index.ts";
import { followTeam, team } from "./team.ts";
import "./page.css";

const ChatDialog = lazyLayer(async () => (await import("./chat-dialog.tsx")).ChatDialog);
const RemoveChat = lazyLayer(async () => (await import("./remove-chat.tsx")).RemoveChat);

type Open =
  | { readonly kind: "save"; readonly chat: ChatAnswer | null }
  | { readonly kind: "remove"; readonly chat: ChatAnswer };

/** The internal chat: the user's list of chats and the opened chat (docs/rules/screens.md#team-chat). */
export function ChatsPage() {
  useSignals();
  const t = useText(chatTexts);
  const isNarrow = useNarrow();
  const [, navigate] = useLocation();
  const [, params] = useRoute<{ uuid?: string }>("/chats/:uuid?");
  const uuid = params?.uuid ?? null;
  const [open, setOpen] = useState<Open | null>(null);
  const [lastUuid, setLastUuid] = useState<string | null>(null);
  useEffect(() => {
    if (uuid) setLastUuid(uuid);
  }, [uuid]);
  useEffect(() => {
    const leave = followTeam();
    void team.list.open();
    return leave;
  }, []);
  const step = (by: number) => {
    const chats = team.list.items.peek();
    const next = chats[chats.findIndex((chat) => chat.uuid === uuid) + by];
    if (next) navigate(`/chats/${next.uuid}`);
  };
  useHotkeys({
    id: "chats",
    title: () => t("page.keys"),
    keys: [
      {
        keys: "j",
        acts: "command",
        changesNothing: true,
        describe: () => t("page.next"),
        run: () => step(1),
      },
      {
        keys: "k",
        acts: "command",
        changesNothing: true,
        describe: () => t("page.previous"),
        run: () => step(-1),
      },
      { keys: "alt+ArrowDown", acts: "chord", describe: () => t("page.next"), run: () => step(1) },
      { keys: "alt+ArrowUp", acts: "chord", describe: () => t("page.previous"), run: () => step(-1) },
    ],
  });
  const add = () => setOpen({ kind: "save", chat: null });
  const edit = (chat: ChatAnswer) => setOpen({ kind: "save", chat });
  const remove = (chat: ChatAnswer) => setOpen({ kind: "remove", chat });
  return (
    <div className={classNames("chats", uuid ? "chats-on-chat" : "chats-on-list")}>
      <h1 className="visually-hidden">{t("page.title")}</h1>
      {isNarrow ? (
        <Tabs
          className="chats-tabs"
          variant="line"
          label={t("page.panes")}
          items={[
            { id: "list", label: t("page.chats"), extra: <Badge count={team.unread.value} /> },
            { id: "chat", label: t("page.messages") },
          ]}
          selected={uuid ? "chat" : "list"}
          onSelect={(id) => {
            const first = lastUuid ?? team.list.items.peek()[0]?.uuid;
            if (id === "list") navigate("/chats");
            else if (first) navigate(`/chats/${first}`);
          }}
        />
      ) : null}
      <ChatColumn shownUuid={uuid} onNew={add} onEdit={edit} onRemove={remove} />
      {uuid ? (
        <Opened key={uuid} uuid={uuid} onEdit={edit} onRemove={remove} />
      ) : (
        <div className="chat-pane chat-pane-empty">
          <EmptyState
            picture={<MessagesSquare />}
            title={t("page.chooseTitle")}
            text={t("page.chooseText")}
            action={team.list.items.value.length > 0 ? <Button onPress={add}>{t("page.new")}</Button> : null}
          />
        </div>
      )}
      {open?.kind === "save" ? (
        <ChatDialog
          chat={open.chat}
          onClose={() => setOpen(null)}
          onSaved={(saved) => {
            team.take(saved, true);
            setOpen(null);
            if (!open.chat) navigate(`/chats/${saved.uuid}`);
          }}
        />
      ) : null}
      {open?.kind === "remove" ? (
        <RemoveChat
          chat={open.chat}
          onClose={() => setOpen(null)}
          onRemoved={(gone) => gone.uuid === uuid && navigate("/chats")}
        />
      ) : null}
    </div>
  );
}

interface OpenedProps {
  readonly uuid: string;
  readonly onEdit: (chat: ChatAnswer) => void;
  readonly onRemove: (chat: ChatAnswer) => void;
}

/** The chat in the URL; a deleted or foreign chat shows a message instead. */
function Opened({ uuid, onEdit, onRemove }: OpenedProps) {
  useSignals();
  const t = useText(chatTexts);
  const [, navigate] = useLocation();
  const { chat, state, retry } = useOpenedChat(uuid);
  if (chat) return <ChatPane chat={chat} onEdit={onEdit} onRemove={onRemove} />;
  if (state === "loading") return <div className="chat-pane" aria-busy="true" />;
  return (
    <div className="chat-pane chat-pane-empty" role="status">
      {state === "failed" ? (
        <ErrorState title={t("page.failed")} onRetry={retry} />
      ) : (
        <EmptyState
          picture={<MessagesSquare />}
          title={t("page.goneTitle")}
          text={t("page.goneText")}
          action={<Button onPress={() => navigate("/chats")}>{t("page.backToList")}</Button>}
        />
      )}
    </div>
  );
}

interface OpenedChat {
  readonly chat: ChatAnswer | undefined;
  /** `gone`: the chat was deleted, or the user is not a member of it. */
  readonly state: "loading" | "here" | "gone" | "failed";
  readonly retry: () => void;
}

/** The chat with this uuid, from the cache or loaded. Undefined as soon as the user loses access. */
function useOpenedChat(uuid: string): OpenedChat {
  useSignals();
  const [state, setState] = useState<"loading" | "here" | "gone" | "failed">("loading");
  const [tries, setTries] = useState(0);
  const chat = team.chats.all.value.find((one) => one.uuid === uuid);
  const isKnown = chat !== undefined;
  const wasHere = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `tries` repeats the request
  useEffect(() => {
    // A chat that is no longer in the cache was removed: no request is needed.
    if (isKnown || wasHere.current) {
      wasHere.current = isKnown;
      setState(isKnown ? "here" : "gone");
      return;
    }
    let isCurrent = true;
    chatCalls.byUuid(uuid).then(
      (answer) => isCurrent && team.take(answer),
      (error: unknown) =>
        isCurrent && setState(error instanceof ApiError && error.status === 404 ? "gone" : "failed"),
    );
    return () => {
      isCurrent = false;
    };
  }, [uuid, isKnown, tries]);
  return {
    chat,
    state: !isKnown && state === "here" ? "loading" : state,
    retry: () => {
      setState("loading");
      setTries((n) => n + 1);
    },
  };
}
