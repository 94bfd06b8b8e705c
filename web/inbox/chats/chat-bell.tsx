import { useSignals } from "@preact/signals-react/runtime";
import MessageCircle from "lucide-react/icons/message-circle";
import { useEffect } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { navigate } from "wouter/use-browser-location";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { ChatLine } from "./list/chat-line.tsx";
import { chatTexts } from "./locales/index.ts";
import { unreadsOf } from "./members.ts";
import { ownId, startTeam, team } from "./team.ts";
import "./chat-bell.css";

interface Props {
  /** Plays the notification sound. */
  readonly ring: () => void;
}

/** Speech bubble button of the top bar: shows the unread count and opens a list of the chats with unread messages. */
export function ChatBell({ ring }: Props) {
  useSignals();
  const t = useText(chatTexts);
  const userId = session.user.value?.id;
  // After another user has signed in, the chats of that user are loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect restarts for each signed-in user
  useEffect(() => startTeam(ring), [ring, userId]);
  const count = team.unread.value;
  const waiting = team.list.items.value.filter((chat) => unreadsOf(chat, ownId()) > 0);
  return (
    <Popover
      label={t("bell.title")}
      trigger={
        <IconButton label={t("bell.title")} badge={count > 0 ? (count > 9 ? "9+" : String(count)) : null}>
          <MessageCircle />
        </IconButton>
      }
    >
      {(close) => {
        const go = (path: string) => {
          close();
          navigate(path);
        };
        return (
          <div className="chat-bell">
            <h2 className="chat-bell-title">{t("bell.title")}</h2>
            {waiting.length === 0 ? (
              <EmptyState picture={<MessageCircle />} title={t("bell.empty")} text={t("bell.emptyText")} />
            ) : (
              <ul className="chat-bell-list" onScroll={(event) => team.list.scrolled(event.currentTarget)}>
                {waiting.map((chat) => (
                  <li key={chat.id}>
                    <AriaButton className="chat-bell-row" onPress={() => go(`/chats/${chat.uuid}`)}>
                      <ErrorBoundary part="chat-row" resetKey={chat} raw={chat.title}>
                        <ChatLine chat={chat} />
                      </ErrorBoundary>
                    </AriaButton>
                  </li>
                ))}
              </ul>
            )}
            <div className="chat-bell-foot">
              <Button size="s" variant="ghost" onPress={() => go("/chats")}>
                {t("bell.all")}
              </Button>
            </div>
          </div>
        );
      }}
    </Popover>
  );
}
