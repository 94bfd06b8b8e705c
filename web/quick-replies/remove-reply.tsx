import type { QuickReplyAnswer } from "#quick-replies/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ConfirmDelete } from "#web/ui/confirm-delete.tsx";
import { quickReplyTexts } from "./locales/index.ts";
import { quickReplyCalls } from "./quick-replies-api.ts";

interface Props {
  readonly reply: QuickReplyAnswer;
  readonly onRemoved: (id: number) => void;
  readonly onClose: () => void;
}

/** Asks, then deletes the quick reply and its file. */
export function RemoveReply({ reply, onRemoved, onClose }: Props) {
  const t = useText(quickReplyTexts);
  return (
    <ConfirmDelete
      title={t("remove.title", { name: `/${reply.shortcode}` })}
      deleted={t("remove.deleted")}
      onDelete={async () => {
        await quickReplyCalls.remove(reply.id);
        onRemoved(reply.id);
      }}
      onClose={onClose}
    />
  );
}
