import { useSignals } from "@preact/signals-react/runtime";
import MessageSquareReply from "lucide-react/icons/message-square-reply";
import Paperclip from "lucide-react/icons/paperclip";
import Users from "lucide-react/icons/users";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { PREVIEW_LENGTH, type QuickReplyAnswer } from "#inbox/quick-replies/contract.ts";
import { type Translate, text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { truncate } from "#web/lib/format/truncate.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";
import { session } from "#web/lib/session/session.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { lazy, lazyLayer } from "#web/ui/state/lazy.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { ListPage } from "#web/ui/table/list-page.tsx";
import { actionsColumn, RowActions } from "#web/ui/table/row-actions.tsx";
import { deleteWithUndo } from "#web/ui/toast/delete-with-undo.ts";
import { quickReplyTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { quickReplyCalls } from "./quick-replies-api.ts";
import "./quick-replies.css";

/**
 * The rows of the page, ordered by shortcode; a user's own reply comes before the company's with the same shortcode.
 */
const quickRepliesList = new LiveList<QuickReplyAnswer>({
  path: "/quick-messages",
  name: "records",
  channel: "quick-message",
  compare: (a, b) =>
    a.shortcode.localeCompare(b.shortcode) || Number(a.geral) - Number(b.geral) || a.id - b.id,
});

const QuickReplyDialog = lazyLayer(async () => (await import("./quick-reply-dialog.tsx")).QuickReplyDialog);

const MacrosTab = lazy(async () => (await import("#web/automation/macros/macros-tab.tsx")).loadMacrosTab());

interface Open {
  readonly reply: QuickReplyAnswer | null;
}

const FollowUpsTab = lazy(async () =>
  (await import("#web/inbox/follow-ups/follow-ups-tab.tsx")).loadFollowUpsTab(),
);

const TABS = ["replies", "macros", "follow-ups"] as const;

/** Quick replies, macros and follow-ups, each in its tab (docs/rules/screens.md#other-pages). */
export function QuickRepliesPage() {
  const t = useText(quickReplyTexts);
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get("tab");
  const selected = TABS.find((id) => id === asked) ?? "replies";
  const tabs = (
    <Tabs
      variant="line"
      label={t("tab.label")}
      items={[
        { id: "replies", label: t("tab.replies") },
        { id: "macros", label: t("tab.macros") },
        { id: "follow-ups", label: t("tab.followUps") },
      ]}
      selected={selected}
      onSelect={(id) =>
        navigate(id === "replies" ? "/quick-messages" : `/quick-messages?tab=${id}`, { replace: true })
      }
    />
  );
  if (selected === "replies") return <Replies tabs={tabs} />;
  return (
    <div className="page">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
      </header>
      {tabs}
      {selected === "macros" ? <MacrosTab /> : <FollowUpsTab />}
    </div>
  );
}

/** The user's own quick replies and the company's: add, change, delete. */
function Replies({ tabs }: { readonly tabs: ReactNode }) {
  useSignals();
  const t = useText(quickReplyTexts);
  const { list } = quickRepliesList;
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => quickRepliesList.open(), []);
  const isAdmin = session.user.value?.profile === "admin";
  const columns = quickReplyColumns(t, {
    // A user sees their own quick replies and the company's (docs/rules/contacts.md#visibility).
    mayWrite: ({ geral }) => isAdmin || !geral,
    onEdit: (reply) => setOpen({ reply }),
    onRemove: removeReply,
  });
  return (
    <ListPage
      title={t("page.title")}
      list={list}
      columns={columns}
      search={t("page.search")}
      add={t("page.add")}
      onAdd={() => setOpen({ reply: null })}
      picture={<MessageSquareReply />}
      emptyTitle={t("page.emptyTitle")}
      emptyText={t("page.emptyText")}
      above={tabs}
    >
      {open ? (
        <QuickReplyDialog
          reply={open.reply}
          onClose={() => setOpen(null)}
          onSaved={(saved) => {
            quickRepliesList.put(saved);
            setOpen(null);
          }}
        />
      ) : null}
    </ListPage>
  );
}

/** Deletes a quick reply and its file; for some seconds this can be undone. */
function removeReply({ id }: QuickReplyAnswer): void {
  deleteWithUndo({
    kind: "quick-message",
    ids: [id],
    message: text(quickReplyTexts, "remove.deleted"),
    async remove() {
      await quickReplyCalls.remove(id);
      quickRepliesList.remove(id);
    },
  });
}

interface ReplyRowActions {
  readonly mayWrite: (reply: QuickReplyAnswer) => boolean;
  readonly onEdit: (reply: QuickReplyAnswer) => void;
  readonly onRemove: (reply: QuickReplyAnswer) => void;
}

/** Columns and actions of a quick reply. */
function quickReplyColumns(
  t: Translate<typeof pt>,
  { mayWrite, onEdit, onRemove }: ReplyRowActions,
): readonly Column<QuickReplyAnswer>[] {
  return [
    {
      id: "shortcode",
      title: t("column.shortcode"),
      card: "title",
      sortBy: ({ shortcode }) => shortcode,
      cell: ({ shortcode }) => <span className="reply-shortcode">/{shortcode}</span>,
    },
    {
      id: "message",
      title: t("column.message"),
      card: "body",
      cell: ({ message }) => <span className="reply-text">{truncate(message, PREVIEW_LENGTH)}</span>,
    },
    {
      id: "file",
      title: t("column.file"),
      card: "body",
      leaves: "first",
      cell: ({ mediaPath, mediaName }) =>
        mediaPath ? (
          <a className="reply-link" href={mediaPath} target="_blank" rel="noopener">
            <Paperclip aria-hidden="true" />
            <span className="ellipsis">{mediaName}</span>
          </a>
        ) : null,
    },
    {
      id: "scope",
      title: t("column.scope"),
      card: "body",
      sortBy: ({ geral }) => Number(geral),
      sortDown: true,
      cell: ({ geral, status }) => (
        <span className="reply-scope">
          {geral ? (
            <Chip tone="primary" icon={<Users aria-hidden="true" />}>
              {t("row.shared")}
            </Chip>
          ) : (
            <Chip>{t("row.own")}</Chip>
          )}
          {status ? null : <Chip tone="waiting">{t("row.off")}</Chip>}
        </span>
      ),
    },
    actionsColumn(t("column.actions"), (reply) =>
      mayWrite(reply) ? (
        <RowActions
          editLabel={t("row.edit", { name: `/${reply.shortcode}` })}
          deleteLabel={t("row.delete", { name: `/${reply.shortcode}` })}
          onEdit={() => onEdit(reply)}
          onDelete={() => onRemove(reply)}
        />
      ) : null,
    ),
  ];
}
