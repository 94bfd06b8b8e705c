import { useState } from "react";
import type { ChatAnswer } from "#inbox/chats/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { chatCalls } from "./chats-api.ts";
import { chatTexts } from "./locales/index.ts";
import { team } from "./team.ts";

interface Props {
  readonly chat: ChatAnswer;
  readonly onClose: () => void;
  readonly onRemoved: (chat: ChatAnswer) => void;
}

/** Asks for confirmation before a chat is deleted with its messages. */
export function RemoveChat({ chat, onClose, onRemoved }: Props) {
  const t = useText(chatTexts);
  const c = useText(common);
  const [hasFailed, setFailed] = useState(false);
  const remove = async () => {
    try {
      await chatCalls.remove(chat.id);
    } catch {
      setFailed(true);
      return "again";
    }
    onRemoved(chat);
    team.drop(chat.id);
    return null;
  };
  return (
    <Confirm
      title={t("remove.title", { title: chat.title })}
      confirmLabel={c("action.delete")}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{c("confirm.deleteText")}</p>
      <p>{t("remove.text")}</p>
      {hasFailed ? <Callout tone="danger">{t("remove.failed")}</Callout> : null}
    </Confirm>
  );
}
