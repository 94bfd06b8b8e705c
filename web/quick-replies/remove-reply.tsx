import type { QuickReplyAnswer } from "#quick-replies/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { toast } from "#web/ui/toast.ts";
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
  const words = useText(common);
  const remove = async () => {
    await quickReplyCalls.remove(reply.id);
    onRemoved(reply.id);
    toast.success(t("remove.deleted"));
  };
  return (
    <Confirm
      title={t("remove.title", { name: `/${reply.shortcode}` })}
      confirmLabel={words("action.delete")}
      onConfirm={remove}
      onClose={onClose}
    >
      {words("confirm.deleteText")}
    </Confirm>
  );
}
