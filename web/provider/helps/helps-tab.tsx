import { useSignals } from "@preact/signals-react/runtime";
import CirclePlay from "lucide-react/icons/circle-play";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useState } from "react";
import type { HelpAnswer } from "#provider/helps/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { ListSearch, PagedTable } from "#web/ui/table/paged-table.tsx";
import { actionsColumn } from "#web/ui/table/row-actions.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { helpCalls, helpsList } from "./helps-list.ts";
import { helpsTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";

const HelpDialog = lazyLayer(async () => (await import("./help-dialog.tsx")).HelpDialog);

type Open =
  | { readonly kind: "save"; readonly help: HelpAnswer | null }
  | { readonly kind: "remove"; readonly help: HelpAnswer };

/** Help videos, edited by super users and shown to all users (docs/rules/screens.md#administration). */
export function HelpsTab() {
  useSignals();
  const t = useText(helpsTexts);
  const { list } = helpsList;
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => helpsList.open(), []);
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      onPress={() => setOpen({ kind: "save", help: null })}
    >
      {t("admin.add")}
    </Button>
  );
  return (
    <div className="super-tab">
      <div className="super-head">
        <ListSearch list={list} label={t("admin.search")} />
        {add}
      </div>
      <PagedTable
        list={list}
        label={t("page.plainTitle")}
        columns={columnsOf(t, setOpen)}
        empty={
          <EmptyState
            picture={<CirclePlay />}
            title={t("admin.emptyTitle")}
            text={t("admin.emptyText")}
            action={add}
          />
        }
      />
      {open?.kind === "save" ? (
        <HelpDialog
          help={open.help}
          onClose={() => setOpen(null)}
          onSaved={(saved) => {
            helpsList.put(saved);
            setOpen(null);
          }}
        />
      ) : null}
      {open?.kind === "remove" ? <RemoveHelp help={open.help} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}

const columnsOf = (t: Translate<typeof pt>, open: (what: Open) => void): readonly Column<HelpAnswer>[] => [
  {
    id: "title",
    title: t("admin.title"),
    card: "title",
    cell: ({ title, description }) => (
      <>
        <b>{title}</b>
        {description ? <small>{description}</small> : null}
      </>
    ),
  },
  {
    id: "video",
    title: t("admin.video"),
    card: "body",
    cell: ({ title, video }) => (
      <a href={`https://www.youtube.com/watch?v=${video}`} target="_blank" rel="noopener noreferrer">
        <span className="visually-hidden">{t("video.watch", { title })} </span>
        {video}
      </a>
    ),
  },
  actionsColumn(t("admin.actions"), (help) => (
    <div className="row-actions">
      <IconButton label={t("admin.edit", { title: help.title })} onPress={() => open({ kind: "save", help })}>
        <Pencil />
      </IconButton>
      <IconButton
        label={t("admin.delete", { title: help.title })}
        variant="danger"
        onPress={() => open({ kind: "remove", help })}
      >
        <Trash2 />
      </IconButton>
    </div>
  )),
];

function RemoveHelp({ help, onClose }: { readonly help: HelpAnswer; readonly onClose: () => void }) {
  const t = useText(helpsTexts);
  const words = useText(common);
  const remove = async () => {
    try {
      await helpCalls.remove(help.id);
    } catch {
      toast.error(t("admin.removeFailed"));
      return;
    }
    helpsList.remove(help.id);
    toast.success(t("admin.saved"));
  };
  return (
    <Confirm
      title={t("admin.removeTitle", { title: help.title })}
      confirmLabel={words("action.delete")}
      onConfirm={remove}
      onClose={onClose}
    >
      {words("confirm.deleteText")}
    </Confirm>
  );
}
