import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { type ContactListAnswer, ContactListBody } from "#outreach/contact-lists/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { FormModel } from "#web/ui/form/form-model.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { listCalls } from "./lists-api.ts";
import { listTexts } from "./locales/index.ts";

interface Props {
  /** Null adds a list. */
  readonly list: ContactListAnswer | null;
  readonly onSaved: (saved: ContactListAnswer) => void;
  readonly onClose: () => void;
}

export function ListDialog({ list, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(listTexts);
  const saved = useStableCallback(onSaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: events on the list must not reset the form
  const form = useMemo(
    () =>
      new FormModel<{ readonly name: string }>({
        initial: { name: list?.name ?? "" },
        schema: ContactListBody,
        fieldsOfCode: { ERR_NAME_IN_USE: { name: "in_use" } },
        onFailure: toast.failure,
        submit: async ({ name }) => {
          const answer = await (list ? listCalls.update(list.id, { name }) : listCalls.create({ name }));
          toast.success(t("form.saved"));
          saved(answer);
        },
      }),
    [list?.id],
  );
  const name = useField(form)("name");
  const title = t(list ? "form.editTitle" : "form.addTitle");
  return (
    <FormDialog form={form} title={title} size="s" onClose={onClose}>
      <TextField
        {...name}
        label={t("form.name")}
        error={form.problem("name") === "in_use" ? t("form.inUse") : name.error}
        maxLength={50}
        isRequired
        autoFocus
      />
    </FormDialog>
  );
}
