import type { ContactAnswer } from "#people/contacts/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Attendances } from "#web/people/contacts/history/attendances.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { contactListTexts } from "./locales/index.ts";

/** All attendances of a contact, over all its tickets. */
export function HistoryDialog({
  contact,
  onClose,
}: {
  readonly contact: ContactAnswer;
  readonly onClose: () => void;
}) {
  const t = useText(contactListTexts);
  return (
    <Dialog title={t("history.title", { name: contact.name })} onClose={onClose}>
      <Attendances contactId={contact.id} onOpened={onClose} />
    </Dialog>
  );
}
