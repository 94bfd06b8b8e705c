import type { TagAnswer } from "#tags/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { toast } from "#web/ui/toast.ts";
import { tagTexts } from "./locales/index.ts";
import { tagCalls } from "./tags-api.ts";

interface Props {
  readonly tags: readonly TagAnswer[];
  readonly onRemoved: (id: number) => void;
  readonly onClose: () => void;
}

/** Asks, then deletes; of many, those that could not be deleted stay and say why. */
export function RemoveTags({ tags, onRemoved, onClose }: Props) {
  const t = useText(tagTexts);
  const words = useText(common);
  const [first] = tags;
  if (!first) return null;
  const isOne = tags.length === 1;
  const remove = async () => {
    for (const { id } of tags) {
      await tagCalls.remove(id);
      onRemoved(id);
    }
    toast.success(t(isOne ? "remove.deleted" : "remove.deletedMany"));
  };
  return (
    <Confirm
      title={isOne ? t("remove.title", { name: first.name }) : t("remove.titleMany", { count: tags.length })}
      confirmLabel={words("action.delete")}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{words("confirm.deleteText")}</p>
      {isOne && first.ticketsCount > 0 ? <p>{t("remove.tickets", { count: first.ticketsCount })}</p> : null}
    </Confirm>
  );
}
