import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { ContactAnswer } from "#contacts/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormActions, useField } from "#web/ui/form.tsx";
import { FormModel } from "#web/ui/form-model.ts";
import { Switch } from "#web/ui/switch.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { useUnsavedGuard } from "#web/ui/unsaved-guard.tsx";
import { contactCards } from "./contact-cards.ts";
import { bodyOf, type ContactValues, contactSchema, initialValues } from "./contact-form.ts";
import { createContact, updateContact } from "./contacts-api.ts";
import { ExtraInfoFields } from "./extra-info-fields.tsx";
import { contactTexts } from "./locales/index.ts";

export interface ContactDialogProps {
  /** Given: it is edited. Left out: a new one is added. */
  readonly contact?: ContactAnswer;
  /** What a new one begins with: a card of the conversation, the text of a search. */
  readonly initial?: Partial<ContactValues>;
  readonly onClose: () => void;
  readonly onSaved?: (contact: ContactAnswer) => void;
}

/** Adds or edits a contact (specification 001 sections 2 and 5). */
export default function ContactDialog({ contact, initial = {}, onClose, onSaved }: ContactDialogProps) {
  useSignals();
  const t = useText(contactTexts);
  const [form] = useState(
    () =>
      new FormModel<ContactValues>({
        initial: initialValues(contact ?? null, initial),
        schema: contactSchema(contact ?? null),
        submit: async (values) => {
          const saved = await save(values, contact ?? null);
          contactCards.upsert(saved);
          toast.success(t("dialog.saved"));
          onSaved?.(saved);
          onClose();
        },
        onFailure: (error) => toast.failure(error),
      }),
  );
  const field = useField(form);
  const { close, guard } = useUnsavedGuard(form, onClose);
  return (
    <Dialog title={t(contact ? "dialog.editTitle" : "dialog.addTitle")} onClose={close}>
      <Form form={form}>
        <TextField
          {...field("name")}
          label={t("dialog.name")}
          isRequired
          autoFocus
          autoComplete="off"
          maxLength={50}
        />
        <TextField
          {...field("number")}
          label={t("dialog.number")}
          help={t("dialog.numberHelp")}
          type="tel"
          isRequired={contactSchema(contact ?? null) === contactSchema(null)}
          autoComplete="off"
          maxLength={50}
        />
        <TextField
          {...field("email")}
          label={t("dialog.email")}
          type="email"
          autoComplete="off"
          maxLength={254}
        />
        <ExtraInfoFields value={form.value("extraInfo")} onChange={(next) => form.set("extraInfo", next)} />
        {contact ? (
          <Switch
            label={t("dialog.disableBot")}
            value={form.value("disableBot")}
            onChange={(next) => form.set("disableBot", next)}
          />
        ) : null}
        <FormActions form={form} submitLabel={t(contact ? "dialog.save" : "dialog.add")} onCancel={close} />
      </Form>
      {guard}
    </Dialog>
  );
}

async function save(values: ContactValues, contact: ContactAnswer | null): Promise<ContactAnswer> {
  const body = bodyOf(values, contact);
  if (contact) return updateContact(contact.id, body);
  try {
    return await createContact({ ...body, number: values.number });
  } catch (error) {
    // Told where it belongs: at the field that is taken.
    if (error instanceof ApiError && error.code === "ERR_WAPP_INVALID_CONTACT")
      throw new ApiError(400, "ERR_VALIDATION", { fields: { number: "invalid" } });
    throw error;
  }
}
