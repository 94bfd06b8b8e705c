import type { QuickReplyAnswer } from "#inbox/quick-replies/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { deleteWithUndo } from "#web/ui/toast/delete-with-undo.ts";
import { quickReplyTexts } from "./locales/index.ts";
import { quickReplyCalls } from "./quick-replies-api.ts";
import { quickRepliesList } from "./quick-replies-list.ts";

/** Deletes a quick reply and its file; for some seconds it can be taken back. */
export function removeReply({ id }: QuickReplyAnswer): void {
  deleteWithUndo({
    kind: "quick-message",
    ids: [id],
    message: text(quickReplyTexts, "remove.deleted"),
    async remove() {
      await quickReplyCalls.remove(id);
      quickRepliesList.remove(id);
    },
  });
}
