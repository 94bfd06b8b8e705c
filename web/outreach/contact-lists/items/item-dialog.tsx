import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import * as v from "valibot";
import { type ContactListItemAnswer, ContactListItemBody } from "#outreach/contact-lists/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { itemCalls } from "#web/outreach/contact-lists/lists-api.ts";
import { listTexts } from "#web/outreach/contact-lists/locales/index.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { FormModel } from "#web/ui/form/form-model.ts";
import { toast } from "#web/ui/toast/toast.ts";

interface Props {
  readonly contactListId: number;
  /** Null adds an item. */
  readonly item: ContactListItemAnswer | null;
  readonly onSaved: (saved: ContactListItemAnswer) => void;
  readonly onClose: () => void;
}
interface Values extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly number: string;
  readonly email: string;
}

/** Name 2 to 50, number 8 to 50, e-mail valid or empty (docs/rules/forms.md#lengths). */
const Schema = v.omit(ContactListItemBody, ["contactListId"]);

export function ItemDialog({ contactListId, item, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(listTexts);
  const saved = useStableCallback(onSaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: events on the item must not reset the form
  const form = useMemo(
    () =>
      new FormModel<Values>({
        initial: { name: item?.name ?? "", number: item?.number ?? "", email: item?.email ?? "" },
        schema: Schema,
        fieldsOfCode: { ERR_DUPLICATED_CONTACT: { number: "in_use" } },
        onFailure: toast.failure,
        submit: async ({ name, number, email }) => {
          const fields = { name, email: email.trim() };
          const answer = await (item
            ? itemCalls.update(item.id, number === item.number ? fields : { ...fields, number })
            : itemCalls.create({ contactListId, ...fields, number }));
          toast.success(t("item.saved"));
          saved(answer);
        },
      }),
    [item?.id],
  );
  const field = useField(form);
  const title = t(item ? "item.editTitle" : "item.addTitle");
  const [number, email] = [field("number"), field("email")];
  return (
    <FormDialog form={form} title={title} size="s" onClose={onClose}>
      <TextField {...field("name")} label={t("item.name")} maxLength={50} isRequired autoFocus />
      <TextField
        {...number}
        label={t("item.number")}
        help={t(item && number.value !== item.number ? "item.anotherNumber" : "item.numberHelp")}
        error={form.problem("number") === "in_use" ? t("item.inUse") : number.error}
        type="tel"
        maxLength={50}
        isRequired
      />
      <TextField
        {...email}
        label={t("item.email")}
        error={form.problem("email") ? t("item.emailInvalid") : email.error}
        type="email"
        maxLength={254}
      />
    </FormDialog>
  );
}
