import { useSignals } from "@preact/signals-react/runtime";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Settings2 from "lucide-react/icons/settings-2";
import { useEffect, useRef, useState } from "react";
import { MOST_COUNTED } from "#inbox/ticket-views/built-in/contract.ts";
import type { ViewAnswer } from "#inbox/ticket-views/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { ListFilter } from "#web/inbox/tickets/list/list-filter.ts";
import { useHotkeys } from "#web/lib/keyboard/use-hotkeys.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { viewTexts } from "./locales/index.ts";
import { ViewIcon } from "./view-icon.tsx";
import { barViews, editableView, figureViews, openView, startViews, viewCounts } from "./views-store.ts";

const ViewEditor = lazyLayer(async () => (await import("./view-editor.tsx")).ViewEditor);
const ManageViews = lazyLayer(async () => (await import("./manage-views.tsx")).ManageViews);

/** What is edited: a stored view, a new one, or the bar itself. */
type Edited = ViewAnswer | "new" | "bar";
const KEYS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The views above the ticket lists (docs/rules/views.md#bar). */
export function ViewBar({ filter }: { readonly filter: ListFilter }) {
  useSignals();
  const t = useText(viewTexts);
  const [edited, setEdited] = useState<Edited | null>(null);
  useEffect(startViews, []);
  const openId = filter.view === "custom" ? filter.viewId : null;
  const views = [...figureViews.value.filter(({ id }) => id === openId), ...barViews.value];
  const list = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const open = openId === null ? null : list.current?.querySelector('[aria-pressed="true"]');
    open?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [openId]);
  const shown = editableView(openId);
  useHotkeys({
    id: "ticket-views",
    title: () => t("bar.keys"),
    keys: KEYS.map((number) => ({
      keys: String(number),
      acts: "free",
      changesNothing: true,
      describe: () => barViews.peek()[number - 1]?.name ?? t("bar.key", { number }),
      applies: () => barViews.peek()[number - 1] !== undefined,
      run: () => {
        const view = barViews.peek()[number - 1];
        if (view) openView(view);
      },
    })),
  });
  const actions = [
    { id: "add", label: t("bar.add"), icon: <Plus />, onAction: () => setEdited("new") },
    { id: "manage", label: t("bar.manage"), icon: <Settings2 />, onAction: () => setEdited("bar") },
  ];
  const edit = {
    id: "edit",
    label: t("bar.edit"),
    icon: <Pencil />,
    onAction: () => shown && setEdited(shown),
  };
  return (
    <div className="column-views view-bar">
      <fieldset ref={list} className="view-bar-list" aria-label={t("bar.label")}>
        {views.map((view) => (
          <button
            key={view.id}
            type="button"
            className="view-bar-item"
            aria-pressed={view.id === openId}
            onClick={() => openView(view)}
          >
            <ViewIcon name={view.icon} />
            <span className="ellipsis">{view.name}</span>
            <Count of={viewCounts.value[view.id] ?? 0} />
          </button>
        ))}
      </fieldset>
      <Menu
        label={t("bar.more")}
        placement="bottom end"
        items={shown ? [edit, ...actions] : actions}
        trigger={
          <IconButton label={t("bar.more")} size="s">
            <Settings2 />
          </IconButton>
        }
      />
      {edited === "bar" ? (
        <ManageViews onEdit={setEdited} onNew={() => setEdited("new")} onClose={() => setEdited(null)} />
      ) : edited ? (
        <ViewEditor view={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      ) : null}
    </div>
  );
}

function Count({ of }: { readonly of: number }) {
  if (of === 0) return null;
  return <b className="column-count">{of > MOST_COUNTED ? `${MOST_COUNTED}+` : of}</b>;
}
