import { preloadTexts, text } from "#web/i18n/dictionary.ts";
import type { TicketViewModel } from "#web/inbox/tickets/conversation/ticket-view-model.ts";
import { deleteNote } from "#web/inbox/tickets/tickets-api.ts";
import { contactTexts } from "#web/people/contacts/locales/index.ts";
import { deleteWithUndo } from "#web/ui/toast/delete-with-undo.ts";

/** Deletes an internal note; for some seconds this can be undone. */
export async function removeNote(view: TicketViewModel, noteId: number): Promise<void> {
  await preloadTexts(contactTexts);
  deleteWithUndo({
    kind: "note",
    ids: [noteId],
    message: text(contactTexts, "drawer.noteDeleted"),
    async remove() {
      await deleteNote(noteId);
      view.removeNoteFromView(noteId);
    },
  });
}
