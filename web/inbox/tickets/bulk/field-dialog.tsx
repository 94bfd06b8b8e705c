import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import type { FieldValue } from "#people/fields/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { ValueInput } from "#web/people/fields/value-input.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { bulkTexts } from "./locales/index.ts";

interface FieldDialogProps {
  readonly onClose: () => void;
  readonly onChoose: (actions: readonly TicketAction[]) => void;
}

/** Which field of the selected tickets, or of their contacts, gets which value. */
export function FieldDialog({ onClose, onChoose }: FieldDialogProps) {
  useSignals();
  const t = useText(bulkTexts);
  const [key, setKey] = useState<string | null>(null);
  const [value, setValue] = useState<FieldValue | null | undefined>(null);
  const fields = fieldList.all.value.filter(({ active }) => active);
  const field = fields.find((one) => one.key === key);
  const apply = () => {
    if (!field || value === undefined) return;
    onChoose([{ action: "field_set", key: field.key, value }]);
    onClose();
  };
  return (
    <Dialog
      title={t("do.field").replace("…", "")}
      size="s"
      onClose={onClose}
      footer={
        <Button variant="primary" isDisabled={!field || value === undefined} onPress={apply}>
          {t("choose.apply")}
        </Button>
      }
    >
      {fields.length === 0 ? (
        <p>{t("choose.noFields")}</p>
      ) : (
        <div className="bulk-field">
          <Select<string>
            label={t("choose.field")}
            autoFocus
            options={fields.map(({ key: id, of, label }) => ({
              id,
              label: of === "contact" ? t("choose.ofContact", { label }) : label,
            }))}
            value={key}
            onChange={(next) => {
              setKey(next);
              setValue(null);
            }}
          />
          {field ? (
            <ValueInput key={field.key} field={field} value={value ?? undefined} onChange={setValue} />
          ) : null}
        </div>
      )}
    </Dialog>
  );
}
