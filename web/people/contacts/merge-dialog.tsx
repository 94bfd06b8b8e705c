import { useState } from "react";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { contactCards } from "./contact-cards.ts";
import { ContactPicker } from "./contact-picker.tsx";
import { mergeContacts, undoMerge } from "./contacts-api.ts";
import { contactTexts } from "./locales/index.ts";
import "#web/ui/form/form.css";

export interface MergeDialogProps {
  /** The contact that remains after the merge. */
  readonly contact: ContactAnswer;
  readonly onClose: () => void;
}

/** Merges two contacts of the same person (admins; docs/rules/contacts.md#merge). */
export default function MergeDialog({ contact, onClose }: MergeDialogProps) {
  const t = useText(contactTexts);
  const c = useText(common);
  const [other, setOther] = useState<ContactAnswer | null>(null);
  const [isWorking, setWorking] = useState(false);
  const merge = async () => {
    if (!other) return;
    setWorking(true);
    try {
      const merged = await mergeContacts(contact.id, other.id);
      contactCards.upsert(merged.contact);
      toast.info(t("merge.done"), {
        label: c("action.undo"),
        run: () => void undoMerge(merged.mergeId).catch((error: unknown) => toast.failure(error)),
      });
      onClose();
    } catch (error) {
      toast.failure(error);
      setWorking(false);
    }
  };
  return (
    <Dialog
      title={t("merge.title")}
      size="s"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{c("action.cancel")}</Button>
          <Button variant="primary" isDisabled={!other} isPending={isWorking} onPress={() => void merge()}>
            {t("merge.submit")}
          </Button>
        </>
      }
    >
      <div className="form">
        <p>{t("merge.text", { name: contact.name })}</p>
        <ContactPicker
          label={t("merge.other")}
          placeholder={t("merge.placeholder")}
          hint={t("merge.hint")}
          emptyText={t("merge.empty")}
          value={other}
          onChange={setOther}
          exceptId={contact.id}
          autoFocus
        />
      </div>
    </Dialog>
  );
}
