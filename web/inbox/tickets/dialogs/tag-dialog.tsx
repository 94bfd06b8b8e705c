import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { changeTags } from "#web/inbox/tickets/header/tag-bar.tsx";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { tags } from "#web/inbox/tickets/reference-data.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { CheckList } from "#web/ui/select/multi-select.tsx";

export interface TagDialogProps {
  readonly ticket: TicketAnswer;
  readonly onClose: () => void;
}

/** The tags of a ticket on phones, where the conversation has no row for them. */
export default function TagDialog({ ticket, onClose }: TagDialogProps) {
  useSignals();
  const t = useText(ticketTexts);
  useEffect(() => void tags.need(), []);
  return (
    <Dialog title={t("head.tags")} size="s" onClose={onClose}>
      <CheckList
        label={t("head.tags")}
        items={tags.all.value}
        chosen={ticket.tags.map(({ id }) => id)}
        onChange={(ids) => changeTags(ticket, ids)}
        onOpen={() => undefined}
        emptyText={t("head.noTags")}
      />
    </Dialog>
  );
}
