import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { type ReactNode, useState } from "react";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { FormModel } from "#web/ui/form/form-model.ts";
import { Callout } from "#web/ui/state/callout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { contactCards } from "./contact-cards.ts";
import { bodyOf, type ContactValues, contactSchema, initialValues } from "./contact-form.ts";
import { createContact, fetchContact, updateContact } from "./contacts-api.ts";
import { contactTexts } from "./locales/index.ts";
import { formatNumber } from "./phone-number.ts";
import "./contact-dialog.css";
import "./extra-info-fields.css";

export interface ContactDialogProps {
  /** The contact to edit; undefined adds a new one. */
  readonly contact?: ContactAnswer;
  /** Initial values of a new contact: from a contact card of the conversation, or the text of a search. */
  readonly initial?: Partial<ContactValues>;
  readonly onClose: () => void;
  readonly onSaved?: (contact: ContactAnswer) => void;
  /** Content above the buttons: what happens after saving. */
  readonly after?: ReactNode;
  /** Opens the existing contact that has the number; without it, the error only shows that contact's name. */
  readonly onOther?: (contact: ContactAnswer) => void;
}

/** Adds or edits a contact (docs/rules/screens.md#contacts, docs/rules/forms.md#lengths). */
export default function ContactDialog({
  contact,
  initial = {},
  onClose,
  onSaved,
  onOther,
  after,
}: ContactDialogProps) {
  useSignals();
  const t = useText(contactTexts);
  const [taken, setTaken] = useState<ContactAnswer | null>(null);
  const [form] = useState(
    () =>
      new FormModel<ContactValues>({
        initial: initialValues(contact ?? null, initial),
        schema: contactSchema(contact ?? null),
        fieldsOfCode: {
          ERR_WAPP_INVALID_CONTACT: { number: "ERR_WAPP_INVALID_CONTACT" },
          ERR_DUPLICATED_CONTACT: { number: "in_use" },
        },
        submit: async (values) => {
          setTaken(null);
          const saved = await save(values, contact ?? null).catch(async (error: unknown) => {
            setTaken(await holderOf(error));
            throw error;
          });
          contactCards.upsert(saved);
          toast.success(t("dialog.saved"));
          onSaved?.(saved);
          onClose();
        },
        onFailure: (error) => toast.failure(error),
      }),
  );
  const field = useField(form);
  return (
    <FormDialog
      form={form}
      title={t(contact ? "dialog.editTitle" : "dialog.addTitle")}
      submitLabel={t(contact ? "dialog.save" : "dialog.add")}
      onClose={onClose}
    >
      {contact ? (
        <div className="contact-dialog-who">
          <Avatar name={contact.name} picture={contact.profilePicUrl} size="l" />
          <span>
            <strong dir="auto">{contact.name}</strong>
            <small>{formatNumber(contact.number) || t("drawer.noNumber")}</small>
          </span>
        </div>
      ) : null}
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
      {taken ? (
        <Callout tone="waiting">
          <span>{t("dialog.taken", { name: taken.name, number: formatNumber(taken.number) })}</span>
          {onOther ? (
            <Button size="s" onPress={() => onOther(taken)}>
              {t("dialog.openTaken")}
            </Button>
          ) : null}
        </Callout>
      ) : null}
      <ExtraInfoFields value={form.value("extraInfo")} onChange={(next) => form.set("extraInfo", next)} />
      {contact ? <Switch {...field("disableBot")} label={t("dialog.disableBot")} /> : null}
      {contact ? (
        <Switch {...field("blocked")} label={t("dialog.blocked")} help={t("dialog.blockedHelp")} />
      ) : null}
      {after}
    </FormDialog>
  );
}

async function save(values: ContactValues, contact: ContactAnswer | null): Promise<ContactAnswer> {
  const body = bodyOf(values, contact);
  return contact ? updateContact(contact.id, body) : createContact({ ...body, number: values.number });
}

/** The contact that has the number, from the details of the server's error. */
async function holderOf(error: unknown): Promise<ContactAnswer | null> {
  const id =
    error instanceof ApiError && error.code === "ERR_DUPLICATED_CONTACT" && error.details["contactId"];
  return typeof id === "number" ? fetchContact(id).catch(() => null) : null;
}

type ExtraInfo = ContactValues["extraInfo"];
interface ExtraInfoFieldsProps {
  readonly value: ExtraInfo;
  readonly onChange: (value: ExtraInfo) => void;
}

/** Name and value pairs that a company stores for its contacts. */
function ExtraInfoFields({ value, onChange }: ExtraInfoFieldsProps) {
  const t = useText(contactTexts);
  const change = (at: number, next: Partial<ExtraInfo[number]>) =>
    onChange(value.map((line, index) => (index === at ? { ...line, ...next } : line)));
  return (
    <fieldset className="extra-info">
      <legend>{t("dialog.extra")}</legend>
      {value.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: new pairs have no id, and pairs are never reordered
        <div key={at} className="extra-info-line">
          <TextField
            label={t("dialog.extraName")}
            hideLabel
            placeholder={t("dialog.extraName")}
            maxLength={50}
            value={line.name}
            onChange={(name) => change(at, { name })}
          />
          <TextField
            label={t("dialog.extraValue")}
            hideLabel
            placeholder={t("dialog.extraValue")}
            maxLength={500}
            value={line.value}
            onChange={(next) => change(at, { value: next })}
          />
          <IconButton
            label={t("dialog.removeExtra", { name: line.name || t("dialog.extraName") })}
            onPress={() => onChange(value.filter((_, index) => index !== at))}
          >
            <X />
          </IconButton>
        </div>
      ))}
      <Button
        variant="ghost"
        size="s"
        icon={<Plus />}
        onPress={() => onChange([...value, { name: "", value: "" }])}
      >
        {t("dialog.addExtra")}
      </Button>
    </fieldset>
  );
}
