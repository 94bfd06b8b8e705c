import { useState } from "react";
import type { TicketNoteAnswer } from "#inbox/tickets/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketViewOf } from "#web/inbox/tickets/store.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { participantTexts } from "./locales/index.ts";
import { editNote } from "./notes-api.ts";

interface EditNoteDialogProps {
  readonly note: TicketNoteAnswer;
  readonly onClose: () => void;
}

/** The texts are loaded together with the code: a part that waits for its texts would hide the whole page. */
export async function loadEditNoteDialog() {
  await preloadTexts(participantTexts);
  return EditNoteDialog;
}

/** Changes an own note; the earlier text stays readable below it (docs/rules/participants.md#notes). */
function EditNoteDialog({ note, onClose }: EditNoteDialogProps) {
  const t = useText(participantTexts);
  const c = useText(common);
  const [text, setText] = useState(note.note);
  const [isBusy, setBusy] = useState(false);
  const canSave = text.trim().length >= 2 && text.trim() !== note.note;
  const save = async () => {
    if (!canSave || isBusy) return;
    setBusy(true);
    try {
      ticketViewOf(note.ticketId).showNote(await editNote(note.id, text.trim()));
      onClose();
    } catch (error) {
      toast.failure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("note.edit")}
      size="s"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{c("action.cancel")}</Button>
          <Button variant="primary" isDisabled={!canSave} isPending={isBusy} onPress={() => void save()}>
            {c("action.save")}
          </Button>
        </>
      }
    >
      <TextArea
        label={t("note.text")}
        help={t("note.editHelp")}
        value={text}
        onChange={setText}
        maxLength={5000}
        autoFocus="always"
      />
    </Dialog>
  );
}
