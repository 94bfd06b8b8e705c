import ArrowRight from "lucide-react/icons/arrow-right";
import Copy from "lucide-react/icons/copy";
import Lock from "lucide-react/icons/lock";
import PencilLine from "lucide-react/icons/pencil-line";
import Trash2 from "lucide-react/icons/trash-2";
import { useCallback, useEffect, useState } from "react";
import type { ListedDraft } from "#inbox/drafts/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { keyOfDraft } from "#web/inbox/drafts/draft-keys.ts";
import { fetchDrafts } from "#web/inbox/drafts/drafts-api.ts";
import { draftTexts } from "#web/inbox/drafts/locales/index.ts";
import { openTicketPage } from "#web/inbox/tickets/paths.ts";
import { draftSync, saveDrafts, ticketViewOf } from "#web/inbox/tickets/store.ts";
import { timeOrDate } from "#web/lib/format/dates.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import "./drafts-dialog.css";

/** The texts are loaded together with the dialog. */
export async function loadDraftsDialog() {
  await preloadTexts(draftTexts);
  return DraftsDialog;
}

interface Props {
  readonly onClose: () => void;
}

/** "Rascunhos": every unsent text of the user, also of tickets that the user no longer sees (docs/rules/drafts.md#list). */
export function DraftsDialog({ onClose }: Props) {
  const t = useText(draftTexts);
  const [drafts, setDrafts] = useState<readonly ListedDraft[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const load = useCallback(() => {
    setFailure(null);
    saveDrafts();
    fetchDrafts().then(setDrafts, setFailure);
  }, []);
  useEffect(load, [load]);
  const discard = (draft: ListedDraft) => {
    draftSync.discard(draft).then(() => {
      setDrafts((now) => now?.filter((one) => keyOfDraft(one) !== keyOfDraft(draft)) ?? null);
    }, toast.failure);
  };
  return (
    <Dialog title={t("list.title")} onClose={onClose} size="m">
      {failure ? (
        <ErrorState error={failure} title={t("list.loadFailed")} onRetry={load} />
      ) : drafts === null ? (
        <Skeleton shape="block" height="180px" />
      ) : drafts.length === 0 ? (
        <EmptyState picture={<PencilLine />} title={t("list.empty")} text={t("list.emptyText")} />
      ) : (
        <>
          <p className="drafts-help">{t("list.help")}</p>
          <ul className="drafts-list">
            {drafts.map((draft) => (
              <DraftRow
                key={keyOfDraft(draft)}
                draft={draft}
                onOpen={(uuid) => {
                  ticketViewOf(draft.ticketId).composer.setMode(draft.mode);
                  onClose();
                  openTicketPage(uuid);
                }}
                onDiscard={() => discard(draft)}
              />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

interface RowProps {
  readonly draft: ListedDraft;
  readonly onOpen: (uuid: string) => void;
  readonly onDiscard: () => void;
}

function DraftRow({ draft, onOpen, onDiscard }: RowProps) {
  const t = useText(draftTexts);
  const { ticket, body, mode, updatedAt } = draft;
  const copy = () =>
    void navigator.clipboard.writeText(body).then(() => toast.success(t("list.copied")), toast.failure);
  return (
    <li className="drafts-row">
      <div className="drafts-words">
        <p className="drafts-head">
          <strong className={ticket ? "ellipsis" : "ellipsis drafts-none"}>
            {ticket?.contactName ?? t("list.noTicket")}
          </strong>
          {mode === "note" ? (
            <span className="drafts-note">
              <Lock aria-hidden="true" />
              {t("list.note")}
            </span>
          ) : null}
          <time dateTime={updatedAt}>{timeOrDate(updatedAt)}</time>
        </p>
        <p className="drafts-text" dir="auto">
          {body}
        </p>
      </div>
      <div className="drafts-buttons">
        <IconButton label={t("list.copy")} onPress={copy}>
          <Copy />
        </IconButton>
        <IconButton label={t("list.discard")} variant="danger" onPress={onDiscard}>
          <Trash2 />
        </IconButton>
        {ticket ? (
          <IconButton label={t("list.open")} onPress={() => onOpen(ticket.uuid)}>
            <ArrowRight />
          </IconButton>
        ) : null}
      </div>
    </li>
  );
}
