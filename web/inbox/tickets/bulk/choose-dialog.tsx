import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { queues, tags } from "#web/inbox/tickets/reference-data.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import type { Choice } from "./bulk-menu.ts";
import { bulkTexts } from "./locales/index.ts";

interface ChooseDialogProps {
  readonly choice: Exclude<Choice, "field">;
  readonly onClose: () => void;
  readonly onChoose: (action: TicketAction) => void;
}

/** Which queue or tag the selected tickets get. */
export function ChooseDialog({ choice, onClose, onChoose }: ChooseDialogProps) {
  useSignals();
  const t = useText(bulkTexts);
  const [id, setId] = useState<number | null>(null);
  const list = choice === "transfer" ? queues : tags;
  useEffect(() => void list.need(), [list]);
  const apply = () => {
    if (id === null) return;
    onChoose(
      choice === "transfer"
        ? { action: "transfer", queueId: id }
        : { action: choice === "tagAdd" ? "tag_add" : "tag_remove", tagIds: [id] },
    );
    onClose();
  };
  return (
    <Dialog
      title={t(`do.${choice}`)}
      size="s"
      onClose={onClose}
      footer={
        <Button variant="primary" isDisabled={id === null} onPress={apply}>
          {t("choose.apply")}
        </Button>
      }
    >
      <Select
        label={t(choice === "transfer" ? "choose.queue" : "choose.tag")}
        options={list.all.value.map(({ id, name }) => ({ id, label: name }))}
        value={id}
        onChange={setId}
      />
    </Dialog>
  );
}
