import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import * as v from "valibot";
import { TicketNoteBody } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { FormModel } from "#web/ui/form/form-model.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { contactTexts } from "./locales/index.ts";

export interface NoteFormProps {
  readonly onSave: (text: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Form of a new note; at least two characters (docs/rules/forms.md#lengths). */
export default function NoteForm({ onSave, onClose }: NoteFormProps) {
  useSignals();
  const t = useText(contactTexts);
  const [form] = useState(
    () =>
      new FormModel({
        initial: { note: "" },
        schema: v.pick(TicketNoteBody, ["note"]),
        submit: async ({ note }) => {
          await onSave(note.trim());
          toast.success(t("drawer.noteAdded"));
          onClose();
        },
        onFailure: (error) => toast.failure(error),
      }),
  );
  const field = useField(form);
  return (
    <Form form={form} label={t("drawer.newNote")} className="note-form">
      <TextArea
        {...field("note")}
        label={t("drawer.newNote")}
        hideLabel
        autoFocus="always"
        rows={2}
        placeholder={t("drawer.notePlaceholder")}
      />
      <FormActions form={form} submitLabel={t("drawer.saveNote")} onCancel={onClose} />
    </Form>
  );
}
