import type { TagAnswer } from "#tags/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ConfirmDelete } from "#web/ui/confirm-delete.tsx";
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
  const [first] = tags;
  if (!first) return null;
  const isOne = tags.length === 1;
  return (
    <ConfirmDelete
      title={isOne ? t("remove.title", { name: first.name }) : t("remove.titleMany", { count: tags.length })}
      deleted={t(isOne ? "remove.deleted" : "remove.deletedMany")}
      onDelete={async () => {
        for (const { id } of tags) {
          await tagCalls.remove(id);
          onRemoved(id);
        }
      }}
      onClose={onClose}
    >
      {isOne && first.ticketsCount > 0 ? <p>{t("remove.tickets", { count: first.ticketsCount })}</p> : null}
    </ConfirmDelete>
  );
}
