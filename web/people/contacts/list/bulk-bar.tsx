import { useSignals } from "@preact/signals-react/runtime";
import Download from "lucide-react/icons/download";
import Trash2 from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import { useText } from "#web/i18n/use-text.ts";
import { useBackCloses } from "#web/lib/page/use-back-closes.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import type { Selection } from "#web/ui/table/selection.ts";
import { BulkMenus } from "./bulk-menus.tsx";
import type { ContactList } from "./contact-list.ts";
import { contactListTexts } from "./locales/index.ts";
import { exportContacts } from "./row-verbs.ts";

interface Props {
  readonly rows: ContactList;
  readonly selection: Selection;
  readonly onRemove: () => void;
}

/** Actions on the selected contacts; shown while at least one is selected. */
export function BulkBar({ rows, selection, onRemove }: Props) {
  useSignals();
  const t = useText(contactListTexts);
  const count = selection.ids.value.size;
  useBackCloses(() => selection.clear(), count > 0);
  if (count === 0) return null;
  const shown = rows.list.ids.value;
  const isAdmin = session.user.value?.profile === "admin";
  return (
    <div className="bulk-bar panel" data-bottom-bar role="toolbar" aria-label={t("bulk.label")}>
      <strong aria-live="polite">{t("bulk.count", { count })}</strong>
      {shown.every((id) => selection.ids.value.has(id)) ? null : (
        <Button size="s" variant="ghost" onPress={() => selection.add(shown)}>
          {t("bulk.all", { count: shown.length })}
        </Button>
      )}
      <span className="bulk-space" />
      <BulkMenus rows={rows} selection={selection} />
      {isAdmin ? (
        <Button
          size="s"
          icon={<Download aria-hidden="true" />}
          onPress={() => void exportContacts([...selection.ids.peek()])}
        >
          {t("bulk.export")}
        </Button>
      ) : null}
      {session.can("contacts-page:deleteContact") ? (
        <Button size="s" variant="danger" icon={<Trash2 aria-hidden="true" />} onPress={onRemove}>
          {t("bulk.delete")}
        </Button>
      ) : null}
      <IconButton size="s" label={t("bulk.clear")} onPress={() => selection.clear()}>
        <X />
      </IconButton>
    </div>
  );
}
