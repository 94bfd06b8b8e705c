import { useSignals } from "@preact/signals-react/runtime";
import MessagesSquare from "lucide-react/icons/messages-square";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import Trash2 from "lucide-react/icons/trash-2";
import type { KeyboardEvent } from "react";
import { Link } from "react-aria-components/Link";
import { useLocation } from "wouter";
import type { ChatAnswer } from "#inbox/chats/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { chatCalls } from "#web/inbox/chats/chats-api.ts";
import { chatRoomOf, draftOf } from "#web/inbox/chats/desk.ts";
import { chatTexts } from "#web/inbox/chats/locales/index.ts";
import { isOwner } from "#web/inbox/chats/members.ts";
import { ownId, team } from "#web/inbox/chats/team.ts";
import { HitsList } from "#web/inbox/messages/stream/hits-list.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { ChatLine } from "./chat-line.tsx";
import "./chat-column.css";

interface Props {
  readonly shownUuid: string | null;
  readonly onNew: () => void;
  readonly onEdit: (chat: ChatAnswer) => void;
  readonly onRemove: (chat: ChatAnswer) => void;
}

/** Left column of the chat page: search, the button 'Nova' and one row per chat. */
export function ChatColumn({ shownUuid, onNew, onEdit, onRemove }: Props) {
  useSignals();
  const t = useText(chatTexts);
  const [, navigate] = useLocation();
  return (
    <section className="chat-column" data-free-keys aria-label={t("page.chats")}>
      <header className="chat-column-head">
        <TextField
          label={t("page.search")}
          type="search"
          placeholder={t("page.search")}
          maxLength={200}
          value={team.list.search.value}
          onChange={(text) => team.list.setSearch(text)}
        />
        <Button variant="primary" icon={<Plus aria-hidden="true" />} onPress={onNew}>
          {t("page.new")}
        </Button>
      </header>
      <Rows shownUuid={shownUuid} onNew={onNew} onEdit={onEdit} onRemove={onRemove} />
      <HitsList
        search={team.list.search.value}
        find={(text, signal) => chatCalls.search(null, text, signal)}
        nameOf={({ chatTitle, senderName }) => `${chatTitle} · ${senderName}`}
        onOpen={({ id, chatId, chatUuid }) => {
          chatRoomOf(chatId).wanted.value = id;
          navigate(`/chats/${chatUuid}`);
        }}
      />
    </section>
  );
}

function Rows({ shownUuid, onNew, onEdit, onRemove }: Props) {
  useSignals();
  const t = useText(chatTexts);
  const c = useText(common);
  const { list } = team;
  if (list.state.value === "error")
    return (
      <ErrorState title={c("list.loadFailed")} error={list.error.value} onRetry={() => void list.reload()} />
    );
  if (list.state.value !== "ready") return <Waiting />;
  const chats = list.items.value;
  if (chats.length === 0 && list.search.value.trim() !== "")
    return <EmptyState picture={<Search />} title={t("page.notFound")} />;
  if (chats.length === 0)
    return (
      <EmptyState
        picture={<MessagesSquare />}
        title={t("page.emptyTitle")}
        text={t("page.emptyText")}
        action={
          <Button variant="primary" icon={<Plus aria-hidden="true" />} onPress={onNew}>
            {t("page.new")}
          </Button>
        }
      />
    );
  return (
    <ul
      className="chat-list"
      onScroll={(event) => list.scrolled(event.currentTarget)}
      onKeyDown={walk}
      aria-busy={list.loadingMore.value}
    >
      {chats.map((chat) => (
        <li
          key={chat.id}
          className={classNames("chat-row", chat.uuid === shownUuid && "chat-row-on")}
          data-chat={chat.id}
        >
          <Link
            href={`/chats/${chat.uuid}`}
            className="chat-row-link"
            {...(chat.uuid === shownUuid ? { "aria-current": "page" as const } : {})}
          >
            <ErrorBoundary part="chat-row" resetKey={chat} raw={chat.title}>
              <ChatLine chat={chat} draft={chat.uuid === shownUuid ? undefined : draftOf(chat.id)} />
            </ErrorBoundary>
          </Link>
          {isOwner(chat, ownId()) ? (
            <span className="chat-row-actions">
              <IconButton size="s" label={t("row.edit", { title: chat.title })} onPress={() => onEdit(chat)}>
                <Pencil />
              </IconButton>
              <IconButton
                size="s"
                label={t("row.delete", { title: chat.title })}
                onPress={() => onRemove(chat)}
              >
                <Trash2 />
              </IconButton>
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Arrow keys move the focus between the rows. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(".chat-row-link")];
  const next = links[links.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Waiting() {
  return (
    <div className="chat-list" aria-busy="true">
      {[72, 54, 64, 48].map((width) => (
        <div key={width} className="chat-row chat-row-waiting">
          <Skeleton shape="circle" width={42} height={42} />
          <span className="chat-line">
            <Skeleton width={`${width}%`} height={15} />
            <Skeleton width="86%" height={13} />
          </span>
        </div>
      ))}
    </div>
  );
}
