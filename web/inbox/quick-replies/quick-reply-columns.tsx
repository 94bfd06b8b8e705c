import Paperclip from "lucide-react/icons/paperclip";
import Users from "lucide-react/icons/users";
import { PREVIEW_LENGTH, type QuickReplyAnswer } from "#inbox/quick-replies/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { truncate } from "#web/lib/format/truncate.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import type pt from "./locales/pt.json";

export interface ReplyRowActions {
  readonly mayWrite: (reply: QuickReplyAnswer) => boolean;
  readonly onEdit: (reply: QuickReplyAnswer) => void;
  readonly onRemove: (reply: QuickReplyAnswer) => void;
}

/** Columns and actions of a quick reply. */
export function quickReplyColumns(
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
    {
      id: "actions",
      title: t("column.actions"),
      card: "corner",
      hideTitle: true,
      cell: (reply) =>
        mayWrite(reply) ? (
          <RowActions
            editLabel={t("row.edit", { name: `/${reply.shortcode}` })}
            deleteLabel={t("row.delete", { name: `/${reply.shortcode}` })}
            onEdit={() => onEdit(reply)}
            onDelete={() => onRemove(reply)}
          />
        ) : null,
    },
  ];
}
