import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useRef } from "react";
import { placesIn, type TemplateAnswer } from "#channels/templates/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { templateTexts } from "./locales/index.ts";
import { ButtonFields, HeadingFields } from "./new-template-parts.tsx";
import { createTemplateForm } from "./template-form.ts";

interface Props {
  readonly connectionId: number;
  readonly onSaved: (made: TemplateAnswer) => void;
  readonly onClose: () => void;
}

/** Creates a template and submits it for approval. */
export function NewTemplate({ connectionId, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(templateTexts);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the language must not reset the form
  const form = useMemo(
    () =>
      createTemplateForm(connectionId, {
        onFailure: toast.failure,
        onSaved: (made) => {
          toast.success(t("form.saved"));
          saved.current(made);
        },
      }),
    [connectionId],
  );
  const field = useField(form);
  const examples = form.value("examples");
  return (
    <FormDialog form={form} title={t("form.title")} submitLabel={t("form.submit")} onClose={onClose}>
      <TextField
        {...field("name")}
        label={t("form.name")}
        help={t("form.nameHelp")}
        autoComplete="off"
        isRequired
        autoFocus={hasKeyboard()}
      />
      <div className="form-row">
        <TextField
          {...field("language")}
          label={t("form.language")}
          help={t("form.languageHelp")}
          isRequired
        />
        <Select
          label={t("form.category")}
          options={(["UTILITY", "MARKETING"] as const).map((id) => ({ id, label: t(`form.${id}`) }))}
          value={form.value("category")}
          onChange={(category) => form.set("category", category)}
        />
      </div>
      <HeadingFields form={form} />
      <TextArea {...field("body")} label={t("form.body")} help={t("form.bodyHelp")} isRequired />
      {placesIn(form.value("body")).map((name, index) => (
        <TextField
          key={name}
          label={t("form.example", { name: `{{${name}}}` })}
          value={examples[index] ?? ""}
          onChange={(value) =>
            form.set("examples", Object.assign([...examples], { [index]: value }) as readonly string[])
          }
          isRequired
        />
      ))}
      <TextField {...field("footer")} label={t("form.footer")} />
      <ButtonFields form={form} />
    </FormDialog>
  );
}
