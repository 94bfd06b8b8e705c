import { type ContactListItemAnswer, MOST_CHOSEN } from "#outreach/contact-lists/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { itemCalls } from "#web/outreach/contact-lists/lists-api.ts";
import { listTexts } from "#web/outreach/contact-lists/locales/index.ts";
import { deleteWithUndo } from "#web/ui/toast/delete-with-undo.ts";
import type { Items } from "./items-list.ts";

/** Removes items in batches; the removal can be undone for some seconds. */
export function removeItems(
  items: Items,
  contactListId: number,
  chosen: readonly ContactListItemAnswer[],
): void {
  const count = chosen.length;
  deleteWithUndo({
    kind: "ContactListItem",
    ids: chosen.map(({ id }) => id),
    message:
      count === 1 ? text(listTexts, "remove.itemDeleted") : text(listTexts, "remove.manyDeleted", { count }),
    async remove(ids) {
      const [only] = ids;
      if (ids.length === 1 && only !== undefined) await itemCalls.remove(only);
      else
        for (let from = 0; from < ids.length; from += MOST_CHOSEN)
          await itemCalls.removeMany(contactListId, ids.slice(from, from + MOST_CHOSEN));
      for (const id of ids) items.rows.remove(id);
    },
  });
}
