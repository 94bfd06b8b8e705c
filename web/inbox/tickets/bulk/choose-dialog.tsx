import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import type { ListChoice } from "./bulk-menu.ts";
import { offersOf } from "./choice-list.ts";
import { bulkTexts } from "./locales/index.ts";

interface ChooseDialogProps {
  readonly choice: ListChoice;
  readonly onClose: () => void;
  readonly onChoose: (actions: readonly TicketAction[]) => void;
}

/** Texts of the field, and of a list without entries. */
const FIELDS = {
  transfer: "queue",
  tagAdd: "tag",
  tagRemove: "tag",
  followUp: "followUp",
  macro: "macro",
  snooze: "snooze",
  priority: "priority",
} as const satisfies Record<ListChoice, string>;
const none = (choice: ListChoice) => (choice === "macro" || choice === "followUp" ? choice : "other");

/** Which queue, tag, follow-up or macro the selected tickets get. */
export function ChooseDialog({ choice, onClose, onChoose }: ChooseDialogProps) {
  useSignals();
  const t = useText(bulkTexts);
  const [id, setId] = useState<string | null>(null);
  const offers = offersOf(choice, t);
  const chosen = offers.find((one) => one.id === id);
  const apply = () => {
    if (!chosen) return;
    onChoose(chosen.actions);
    onClose();
  };
  return (
    <Dialog
      title={t(`do.${choice}`).replace("…", "")}
      size="s"
      onClose={onClose}
      footer={
        <Button variant="primary" isDisabled={!chosen} onPress={apply}>
          {t("choose.apply")}
        </Button>
      }
    >
      {offers.length === 0 ? (
        <p>{t(`none.${none(choice)}`)}</p>
      ) : (
        <Select
          label={t(`choose.${FIELDS[choice]}`)}
          options={offers.map(({ id: key, label }) => ({ id: key, label }))}
          value={id}
          onChange={setId}
          autoFocus
        />
      )}
    </Dialog>
  );
}
