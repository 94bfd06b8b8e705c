import { useSignals } from "@preact/signals-react/runtime";
import Trash2 from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import { useText } from "#web/i18n/use-text.ts";
import { listTexts } from "#web/outreach/contact-lists/locales/index.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import type { Selection } from "#web/ui/table/selection.ts";

interface Props {
  /** Ids of the loaded rows. */
  readonly loaded: readonly number[];
  readonly selection: Selection;
  readonly onRemove: () => void;
}

/** Actions on the selected rows; hidden without a selection. */
export function SelectionBar({ loaded, selection, onRemove }: Props) {
  useSignals();
  const t = useText(listTexts);
  const chosen = selection.ids.value;
  if (chosen.size === 0) return null;
  return (
    <div className="selection-bar panel" role="toolbar" aria-label={t("bulk.label")}>
      <strong aria-live="polite">{t("bulk.count", { count: chosen.size })}</strong>
      {loaded.every((id) => chosen.has(id)) ? null : (
        <Button size="s" variant="ghost" onPress={() => selection.add(loaded)}>
          {t("bulk.all", { count: loaded.length })}
        </Button>
      )}
      <span className="selection-space" />
      <Button size="s" variant="danger" icon={<Trash2 aria-hidden="true" />} onPress={onRemove}>
        {t("bulk.delete")}
      </Button>
      <IconButton size="s" label={t("bulk.clear")} onPress={() => selection.clear()}>
        <X />
      </IconButton>
    </div>
  );
}
