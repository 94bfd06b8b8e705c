import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import type { Conditions } from "#inbox/conditions/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { resolutionList } from "#web/inbox/tickets/resolutions/resolutions-store.ts";
import { conditionOn, isComplete } from "#web/inbox/tickets/views/condition-model.ts";
import { ConditionsEditor } from "#web/inbox/tickets/views/conditions-editor.tsx";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { reportsTexts } from "./locales/index.ts";

interface Props {
  readonly value: Conditions | null;
  /** null removes all conditions. */
  readonly onSave: (value: Conditions | null) => void;
  readonly onClose: () => void;
}

/** Edits the conditions of a report (docs/rules/conditions.md). */
export function ConditionsDialog({ value, onSave, onClose }: Props) {
  useSignals();
  const t = useText(reportsTexts);
  const [draft, setDraft] = useState<Conditions>(value ?? { all: [conditionOn("priority", [])] });
  const [isTried, setTried] = useState(false);
  useEffect(() => {
    void resolutionList.need();
    void fieldList.need();
  }, []);
  const save = (next: Conditions | null) => {
    onSave(next);
    onClose();
  };
  const apply = () => (isComplete(draft) ? save(draft) : setTried(true));
  return (
    <Dialog
      title={t("filter.conditions")}
      onClose={onClose}
      size="l"
      footer={
        <>
          {value ? <Button onPress={() => save(null)}>{t("filter.remove")}</Button> : null}
          <Button variant="primary" onPress={apply}>
            {t("filter.apply")}
          </Button>
        </>
      }
    >
      <ConditionsEditor
        value={draft}
        error={isTried && !isComplete(draft) ? t("filter.incomplete") : null}
        onChange={setDraft}
      />
    </Dialog>
  );
}
