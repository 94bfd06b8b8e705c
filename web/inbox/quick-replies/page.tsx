import { useSignals } from "@preact/signals-react/runtime";
import MessageSquareReply from "lucide-react/icons/message-square-reply";
import { useEffect, useState } from "react";
import type { QuickReplyAnswer } from "#inbox/quick-replies/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { ListPage } from "#web/ui/table/list-page.tsx";
import { deleteWithUndo } from "#web/ui/toast/delete-with-undo.ts";
import { quickReplyTexts } from "./locales/index.ts";
import { quickReplyCalls } from "./quick-replies-api.ts";
import { quickRepliesList } from "./quick-replies-list.ts";
import { quickReplyColumns } from "./quick-reply-columns.tsx";
import "./quick-replies.css";

const QuickReplyDialog = lazyLayer(async () => (await import("./quick-reply-dialog.tsx")).QuickReplyDialog);

interface Open {
  readonly reply: QuickReplyAnswer | null;
}

/** The user's own quick replies and the company's: add, change, delete (docs/rules/screens.md#other-pages). */
export function QuickRepliesPage() {
  useSignals();
  const t = useText(quickReplyTexts);
  const { list } = quickRepliesList;
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => quickRepliesList.open(), []);
  const isAdmin = session.user.value?.profile === "admin";
  const columns = quickReplyColumns(t, {
    // A user sees their own quick replies and the company's (docs/rules/contacts.md#visibility).
    mayWrite: ({ geral }) => isAdmin || !geral,
    onEdit: (reply) => setOpen({ reply }),
    onRemove: removeReply,
  });
  return (
    <ListPage
      title={t("page.title")}
      list={list}
      columns={columns}
      search={t("page.search")}
      add={t("page.add")}
      onAdd={() => setOpen({ reply: null })}
      picture={<MessageSquareReply />}
      emptyTitle={t("page.emptyTitle")}
      emptyText={t("page.emptyText")}
    >
      {open ? (
        <QuickReplyDialog
          reply={open.reply}
          onClose={() => setOpen(null)}
          onSaved={(saved) => {
            quickRepliesList.put(saved);
            setOpen(null);
          }}
        />
      ) : null}
    </ListPage>
  );
}

/** Deletes a quick reply and its file; for some seconds this can be undone. */
function removeReply({ id }: QuickReplyAnswer): void {
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
