import { type ContactListItemAnswer, MOST_CHOSEN } from "#contact-lists/contract.ts";
import { itemCalls } from "#web/contact-lists/lists-api.ts";
import { listTexts } from "#web/contact-lists/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ConfirmDelete } from "#web/ui/confirm-delete.tsx";

interface Props {
  readonly contactListId: number;
  readonly items: readonly ContactListItemAnswer[];
  readonly onRemoved: (id: number) => void;
  readonly onClose: () => void;
}

/** Asks before people leave a list; many go in few calls. */
export function RemoveItems({ contactListId, items, onRemoved, onClose }: Props) {
  const t = useText(listTexts);
  const [first] = items;
  if (!first) return null;
  const isOne = items.length === 1;
  const remove = async () => {
    if (isOne) await itemCalls.remove(first.id);
    else
      for (let from = 0; from < items.length; from += MOST_CHOSEN) {
        const ids = items.slice(from, from + MOST_CHOSEN).map(({ id }) => id);
        await itemCalls.removeMany(contactListId, ids);
      }
    for (const { id } of items) onRemoved(id);
  };
  const count = items.length;
  return (
    <ConfirmDelete
      title={isOne ? t("remove.itemTitle", { name: first.name }) : t("remove.manyTitle", { count })}
      deleted={isOne ? t("remove.itemDeleted") : t("remove.manyDeleted", { count })}
      onDelete={remove}
      onClose={onClose}
    />
  );
}
