import { useSignals } from "@preact/signals-react/runtime";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { MAX_BAR } from "#inbox/ticket-views/built-in/contract.ts";
import type { ViewAnswer } from "#inbox/ticket-views/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { changeFilter } from "#web/inbox/tickets/paths.ts";
import { currentUser, lists } from "#web/inbox/tickets/store.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { viewTexts } from "./locales/index.ts";
import { ViewIcon } from "./view-icon.tsx";
import { viewCalls } from "./views-api.ts";
import { barViews, type KnownView, knownViews, setBar, viewList } from "./views-store.ts";
import "./manage-views.css";

interface Props {
  readonly onEdit: (view: ViewAnswer) => void;
  readonly onNew: () => void;
  readonly onClose: () => void;
}

/** Chooses and orders the views of the bar; edits and deletes views (docs/rules/views.md#bar). */
export function ManageViews({ onEdit, onNew, onClose }: Props) {
  useSignals();
  const t = useText(viewTexts);
  const c = useText(common);
  const [removed, setRemoved] = useState<ViewAnswer | null>(null);
  const bar = barViews.value;
  const others = knownViews.value.filter((view) => !bar.includes(view));
  if (removed)
    return (
      <Confirm
        title={t("manage.removeTitle", { name: removed.name })}
        confirmLabel={c("action.delete")}
        onClose={() => setRemoved(null)}
        onConfirm={async () => {
          await remove(removed);
          toast.success(t("manage.removed"));
        }}
      >
        {t(removed.shared ? "manage.removeShared" : "manage.removeText")}
      </Confirm>
    );
  return (
    <Dialog
      title={t("manage.title")}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onNew}>{t("bar.add")}</Button>
          <Button variant="primary" onPress={onClose}>
            {t("manage.close")}
          </Button>
        </>
      }
    >
      <p className="field-help">{t("manage.help", { limit: MAX_BAR })}</p>
      <ul className="manage-views">
        {[...bar, ...others].map((view) => (
          <ManagedView key={view.id} view={view} onEdit={onEdit} onRemove={setRemoved} />
        ))}
      </ul>
    </Dialog>
  );
}

async function remove({ id }: ViewAnswer): Promise<void> {
  await viewCalls.remove(id);
  viewList.remove(id);
  const shown = lists.filter.peek();
  if (shown?.view === "custom" && shown.viewId === String(id)) changeFilter({ view: "attending" });
}

interface RowProps {
  readonly view: KnownView;
  readonly onEdit: (view: ViewAnswer) => void;
  readonly onRemove: (view: ViewAnswer) => void;
}

function ManagedView({ view, onEdit, onRemove }: RowProps) {
  useSignals();
  const t = useText(viewTexts);
  const { name, stored } = view;
  const ids = barViews.value.map(({ id }) => id);
  const at = ids.indexOf(view.id);
  const mayWrite = stored !== null && (!stored.shared || currentUser.value.isAdmin);
  const move = (by: 1 | -1) => setBar(ids.with(at, ids[at + by] ?? view.id).with(at + by, view.id));
  return (
    <li className="manage-view">
      <Checkbox
        label={t("manage.onBar", { name })}
        hideLabel
        value={at >= 0}
        isDisabled={at < 0 && ids.length >= MAX_BAR}
        onChange={(isOn) => setBar(isOn ? [...ids, view.id] : ids.filter((id) => id !== view.id))}
      />
      <ViewIcon name={view.icon} />
      <span className="manage-view-name">
        <span className="ellipsis">{name}</span>
        <small>{t(stored ? (stored.shared ? "manage.shared" : "manage.own") : "manage.product")}</small>
      </span>
      {at > 0 ? (
        <IconButton label={t("manage.up", { name })} size="s" onPress={() => move(-1)}>
          <ArrowUp />
        </IconButton>
      ) : null}
      {at >= 0 && at < ids.length - 1 ? (
        <IconButton label={t("manage.down", { name })} size="s" onPress={() => move(1)}>
          <ArrowDown />
        </IconButton>
      ) : null}
      {mayWrite ? (
        <>
          <IconButton label={t("manage.edit", { name })} size="s" onPress={() => onEdit(stored)}>
            <Pencil />
          </IconButton>
          <IconButton label={t("manage.remove", { name })} size="s" onPress={() => onRemove(stored)}>
            <Trash2 />
          </IconButton>
        </>
      ) : null}
    </li>
  );
}
