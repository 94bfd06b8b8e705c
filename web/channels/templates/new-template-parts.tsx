import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { MAX_BUTTON_LENGTH, MAX_TEMPLATE_BUTTONS } from "#channels/templates/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { FileInput, KEEP_FILE } from "#web/ui/field/file-input.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { Select } from "#web/ui/select/select.tsx";
import { templateTexts } from "./locales/index.ts";
import type { Heading, TemplateValues } from "./template-form.ts";

interface Props {
  readonly form: FormModel<TemplateValues>;
}
const HEADINGS = { none: "headingNone", text: "headingText", media: "headingMedia" } as const;

export function HeadingFields({ form }: Props) {
  useSignals();
  const t = useText(templateTexts);
  const heading = form.value("heading");
  const file = form.value("file");
  return (
    <>
      <Select<Heading>
        label={t("form.heading")}
        options={(["none", "text", "media"] as const).map((id) => ({ id, label: t(`form.${HEADINGS[id]}`) }))}
        value={heading}
        onChange={(id) => form.set("heading", id)}
      />
      {heading === "text" ? (
        <TextField
          label={t("form.header")}
          value={form.value("header")}
          onChange={(header) => form.set("header", header)}
          maxLength={60}
        />
      ) : null}
      {heading === "media" ? (
        <>
          <FileInput
            label={t("form.sample")}
            mediaName={null}
            mediaPath={null}
            value={file ? { kind: "put", name: file.name, file } : KEEP_FILE}
            onChange={(change) => form.set("file", change.kind === "put" ? change.file : null)}
            accept=".jpg,.jpeg,.png,.mp4,.3gp,.pdf"
            help={t("form.sampleHelp")}
            words={{
              attach: t("file.attach"),
              replace: t("file.replace"),
              remove: (name) => t("file.remove", { name }),
              open: (name) => t("file.open", { name }),
            }}
          />
          {form.problem("file") ? (
            <span className="field-error" role="alert">
              {t("form.sampleMissing")}
            </span>
          ) : null}
        </>
      ) : null}
    </>
  );
}

/** Quick replies for the customer. */
export function ButtonFields({ form }: Props) {
  useSignals();
  const t = useText(templateTexts);
  const buttons = form.value("buttons");
  const put = (next: readonly string[]) => form.set("buttons", next);
  return (
    <>
      {buttons.map((words, index) => (
        <div
          className="template-button-row"
          // biome-ignore lint/suspicious/noArrayIndexKey: a button is identified by its position only
          key={index}
        >
          <TextField
            label={t("form.button", { number: index + 1 })}
            value={words}
            onChange={(typed) => put(buttons.map((old, place) => (place === index ? typed : old)))}
            maxLength={MAX_BUTTON_LENGTH}
            isRequired
          />
          <IconButton
            label={t("form.removeButton", { number: index + 1 })}
            onPress={() => put(buttons.filter((_, place) => place !== index))}
          >
            <X />
          </IconButton>
        </div>
      ))}
      {buttons.length < MAX_TEMPLATE_BUTTONS ? (
        <div>
          <Button size="s" icon={<Plus aria-hidden="true" />} onPress={() => put([...buttons, ""])}>
            {t("form.addButton")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
