import Trash2 from "lucide-react/icons/trash-2";
import type { TemplateAnswer } from "#channels/templates/contract.ts";
import { MAX_STEP_TEXT } from "#inbox/follow-ups/contract.ts";
import { TemplateFields } from "#web/channels/templates/template-fields.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { refusal } from "#web/inbox/messages/composer/attachments.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { FileInput } from "#web/ui/field/file-input.tsx";
import { problemOfStep, type StepDraft } from "./follow-up-form.ts";
import { followUpTexts } from "./locales/index.ts";
import { WaitField } from "./wait-field.tsx";

interface Props {
  readonly step: StepDraft;
  /** Counted from 1. */
  readonly place: number;
  readonly onChange: (changes: Partial<StepDraft>) => void;
  /** Null: it is the only one. */
  readonly onRemove: (() => void) | null;
  /** Problems are shown. */
  readonly isChecked: boolean;
  /** The templates of an official number; null = the company has none. */
  readonly templates: readonly TemplateAnswer[] | null;
}

/** One step: when it is sent, its text or file, and its template for a closed answer window. */
export function StepField({ step, place, onChange, onRemove, isChecked, templates }: Props) {
  const t = useText(followUpTexts);
  const problem = isChecked ? problemOfStep(step) : null;
  return (
    <fieldset className="follow-up-step">
      <legend>{t("form.step", { place })}</legend>
      <div className="follow-up-step-head">
        <WaitField
          label={t(place === 1 ? "form.firstWait" : "form.wait")}
          value={step.wait}
          onChange={(wait) => onChange({ wait })}
          error={problem === "wait" ? t("form.waitRange") : null}
        />
        {onRemove ? (
          <IconButton label={t("form.removeStep", { place })} variant="danger" onPress={onRemove}>
            <Trash2 />
          </IconButton>
        ) : null}
      </div>
      <VariableArea
        label={t("form.text")}
        rows={3}
        maxLength={MAX_STEP_TEXT}
        value={step.text}
        onChange={(text) => onChange({ text })}
        error={problem === "empty" ? t("form.textOrFile") : null}
      />
      <FileInput
        label={t("form.file")}
        mediaName={step.mediaName}
        mediaPath={step.mediaPath}
        value={step.file}
        onChange={(file) => onChange({ file })}
        refuse={(file) => {
          const why = refusal(file, 0);
          return why && t(why === "type" ? "form.fileRefused" : "form.fileTooLarge");
        }}
        words={{
          attach: t("form.fileAdd"),
          replace: t("form.fileReplace"),
          remove: () => t("form.fileRemove"),
          open: (name) => name,
        }}
      />
      {templates || step.template ? (
        <TemplateFields
          label={t("form.template")}
          help={t("form.templateHelp")}
          none={t("form.noTemplate")}
          templates={templates ?? []}
          value={step.template}
          onChange={(template) => onChange({ template })}
          error={problem === "template" ? t("form.templateValues") : null}
        />
      ) : null}
    </fieldset>
  );
}
