import type { ContactListAnswer } from "#outreach/contact-lists/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { deleteWithUndo } from "#web/ui/toast/delete-with-undo.ts";
import { listCalls } from "./lists-api.ts";
import { contactLists } from "./lists-list.ts";
import { listTexts } from "./locales/index.ts";

/** Deletes a contact list with its items; the deletion can be undone for some seconds. */
export function removeList({ id }: ContactListAnswer): void {
  deleteWithUndo({
    kind: "ContactList",
    ids: [id],
    message: text(listTexts, "remove.deleted"),
    async remove() {
      await listCalls.remove(id);
      contactLists.remove(id);
    },
  });
}
