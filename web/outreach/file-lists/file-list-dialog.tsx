import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useRef } from "react";
import type { FileListAnswer } from "#outreach/file-lists/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { CAMPAIGN_NAMES } from "#web/inbox/variables/campaign-names.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { createFileListForm, type FileListForm } from "./file-list-form.ts";
import { fileListCalls } from "./file-lists-api.ts";
import { fileTexts } from "./locales/index.ts";
import { OptionFields } from "./option-fields.tsx";

interface Props {
  /** Null adds a list. */
  readonly list: FileListAnswer | null;
  readonly onSaved: (saved: FileListAnswer) => void;
  readonly onClose: () => void;
}

/** Adds or changes a file list (docs/rules/team.md#file-lists, docs/rules/forms.md#lengths). */
export function FileListDialog({ list, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(fileTexts);
  const words = useText(common);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: events on the list must not reset the form
  const model = useMemo(
    () =>
      createFileListForm({
        list,
        calls: fileListCalls,
        onFailure: toast.failure,
        onSaved: (answer) => {
          toast.success(t("form.saved"));
          saved.current(answer);
        },
      }),
    [list?.id],
  );
  const { form } = model;
  const { close, guard } = useUnsavedGuard(form, onClose);
  const field = useField(form);
  const name = field("name");
  const title = t(list ? "form.editTitle" : "form.addTitle");
  return (
    <>
      <Dialog title={title} size="m" onClose={close}>
        <Form form={form} label={title}>
          <TextField
            {...name}
            label={t("form.name")}
            error={form.problem("name") === "too_short" ? t("form.nameTooShort") : name.error}
            maxLength={100}
            isRequired
            autoFocus
          />
          <VariableArea
            {...field("message")}
            braces="campaign"
            names={CAMPAIGN_NAMES}
            hidePreview
            label={t("form.message")}
            help={t("form.messageHelp")}
            rows={3}
            maxLength={4096}
            isRequired
          />
          <OptionFields model={model} />
          <Progress model={model} />
          <FormActions form={form} submitLabel={words("action.save")} onCancel={close} />
        </Form>
      </Dialog>
      {guard}
    </>
  );
}

function Progress({ model }: { readonly model: FileListForm }) {
  useSignals();
  const t = useText(fileTexts);
  const sending = model.sending.value;
  if (!sending) return null;
  const words = t("form.sending", { name: sending.name });
  return (
    <div className="file-sending" role="status">
      <span className="ellipsis">{words}</span>
      <ProgressBar label={words} value={sending.share < 1 ? sending.share : null} />
    </div>
  );
}
