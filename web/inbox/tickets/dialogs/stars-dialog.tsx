import Star from "lucide-react/icons/star";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { starTexts } from "#web/inbox/messages/stars/locales/index.ts";
import { StarList } from "#web/inbox/messages/stars/star-list.tsx";
import { requestJump } from "#web/inbox/messages/stream/jump.ts";
import { openTicketPage } from "#web/inbox/tickets/paths.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";

/** The texts are loaded together with the dialog. */
export async function loadStarsDialog() {
  await preloadTexts(starTexts);
  return StarsDialog;
}

/** "Favoritas": the messages that the user starred in all conversations (docs/rules/stars.md#lists). */
function StarsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText(starTexts);
  return (
    <Dialog title={t("list.title")} onClose={onClose} size="m">
      <p className="starred-help">{t("list.help")}</p>
      <StarList
        ticketId={null}
        empty={<EmptyState picture={<Star />} title={t("list.empty")} text={t("list.emptyText")} />}
        onOpen={({ message, ticketUuid }) => {
          onClose();
          requestJump(message.ticketId, message.id);
          openTicketPage(ticketUuid);
        }}
      />
    </Dialog>
  );
}
