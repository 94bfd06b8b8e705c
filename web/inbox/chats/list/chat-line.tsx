import { useSignals } from "@preact/signals-react/runtime";
import AtSign from "lucide-react/icons/at-sign";
import type { ChatAnswer } from "#inbox/chats/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { chatTexts } from "#web/inbox/chats/locales/index.ts";
import { ownPlace } from "#web/inbox/chats/members.ts";
import { ownId } from "#web/inbox/chats/team.ts";
import { timeOrDate } from "#web/lib/format/dates.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import "./chat-line.css";

export interface ChatLineProps {
  readonly chat: ChatAnswer;
  /** Draft of the user in this chat. */
  readonly draft?: string | undefined;
}

/** A chat as a list row: title, last message or draft with its time, and unread count. */
export function ChatLine({ chat, draft }: ChatLineProps) {
  useSignals();
  const t = useText(chatTexts);
  const place = ownPlace(chat, ownId());
  const unreads = place?.unreads ?? 0;
  return (
    <>
      <Avatar name={chat.title} />
      <span className={unreads > 0 ? "chat-line chat-line-new" : "chat-line"}>
        <span className="chat-line-head">
          <span className="chat-line-title ellipsis">{chat.title}</span>
          <time dateTime={chat.updatedAt}>{timeOrDate(chat.updatedAt)}</time>
        </span>
        <span className="chat-line-foot">
          {draft ? <b className="chat-line-draft">{t("row.draft")}:</b> : null}
          <span className="chat-line-text ellipsis" dir="auto">
            {draft ?? (chat.lastMessage || t("row.nothingYet"))}
          </span>
          {place && place.mentions > 0 ? (
            <span className="chat-line-mention" title={t("row.mentioned")}>
              <AtSign aria-hidden="true" />
              <span className="visually-hidden">{t("row.mentioned")}</span>
            </span>
          ) : null}
          <Badge count={unreads} label={t("row.unread", { count: unreads })} />
        </span>
      </span>
    </>
  );
}
