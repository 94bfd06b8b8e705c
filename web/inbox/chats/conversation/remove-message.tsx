import { useState } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { chatCalls } from "#web/inbox/chats/chats-api.ts";
import { chatTexts } from "#web/inbox/chats/locales/index.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { Callout } from "#web/ui/state/callout.tsx";

interface Props {
  readonly message: MessageAnswer;
  readonly onClose: () => void;
}

/** Asks for confirmation before a message is deleted for all members; a failure is shown in the dialog (chat failures raise no toast). */
export function RemoveMessage({ message, onClose }: Props) {
  const t = useText(chatTexts);
  const m = useText(messages);
  const [hasFailed, setFailed] = useState(false);
  const remove = async () => {
    try {
      await chatCalls.removeMessage(message.ticketId, message.id);
      return null;
    } catch {
      setFailed(true);
      return "again";
    }
  };
  return (
    <Confirm
      title={t("pane.deleteTitle")}
      confirmLabel={m("bubble.delete")}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t("pane.deleteText")}</p>
      {hasFailed ? <Callout tone="danger">{t("pane.deleteFailed")}</Callout> : null}
    </Confirm>
  );
}
