import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useMemo } from "react";
import { type FileListAnswer, MOST_OPTIONS } from "#outreach/file-lists/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { CAMPAIGN_NAMES } from "#web/inbox/variables/campaign-names.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { FileInput } from "#web/ui/field/file-input.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { createFileListForm, type FileListForm, newOption, type OptionValue } from "./file-list-form.ts";
import { fileListCalls } from "./file-lists-api.ts";
import { fileTexts } from "./locales/index.ts";

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
  const saved = useStableCallback(onSaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: events on the list must not reset the form
  const model = useMemo(
    () =>
      createFileListForm({
        list,
        calls: fileListCalls,
        onFailure: toast.failure,
        onSaved: (answer) => {
          toast.success(t("form.saved"));
          saved(answer);
        },
      }),
    [list?.id],
  );
  const { form } = model;
  const field = useField(form);
  const name = field("name");
  const title = t(list ? "form.editTitle" : "form.addTitle");
  return (
    <FormDialog form={form} title={title} size="m" onClose={onClose}>
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
    </FormDialog>
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

/** Maximum size of one file (docs/rules/messages.md#media). */
const MAX_BYTES = 100 * 1024 * 1024;

/** The form fields of a list's files, each with a name: add, edit, remove. */
function OptionFields({ model }: { readonly model: FileListForm }) {
  useSignals();
  const t = useText(fileTexts);
  const words = useText(common);
  const { form } = model;
  const options = form.value("options");
  const isRefused = form.problem("options") !== null;
  const write = (next: readonly OptionValue[]) => form.set("options", next);
  const change = (key: string, part: Partial<OptionValue>) =>
    write(options.map((option) => (option.key === key ? { ...option, ...part } : option)));
  return (
    <fieldset className="file-options">
      <legend className="field-label">{t("form.options")}</legend>
      {options.length === 0 ? <p className="field-help">{t("form.noOptions")}</p> : null}
      {options.map((option, at) => {
        const number = at + 1;
        const stored = model.stored(option.id);
        return (
          <div key={option.key} className="file-option">
            <div className="file-option-name">
              <TextField
                label={t("form.optionName", { number })}
                value={option.name}
                onChange={(name) => change(option.key, { name })}
                error={isRefused && option.name.trim() === "" ? words("form.required") : null}
                maxLength={100}
                isRequired
              />
              <IconButton
                label={t("form.removeOption", { number })}
                variant="danger"
                onPress={() => write(options.filter(({ key }) => key !== option.key))}
              >
                <Trash2 />
              </IconButton>
            </div>
            <FileInput
              label={t("form.file", { number })}
              mediaName={stored?.file ?? null}
              mediaPath={stored?.path ?? null}
              value={option.change}
              onChange={(to) =>
                change(option.key, {
                  change: to,
                  // The name of the file is the default name of its option.
                  ...(to.kind === "put" && option.name.trim() === ""
                    ? { name: to.name.replace(/\.[^.]+$/, "").slice(0, 100) }
                    : {}),
                })
              }
              refuse={(file) => (file.size > MAX_BYTES ? t("form.tooLarge") : null)}
              words={{
                attach: t("form.attach"),
                replace: t("form.replace"),
                remove: (name) => t("form.removeFile", { name }),
                open: (name) => t("form.open", { name }),
              }}
            />
          </div>
        );
      })}
      <Button
        size="s"
        icon={<Plus aria-hidden="true" />}
        isDisabled={options.length >= MOST_OPTIONS}
        onPress={() => write([...options, newOption()])}
      >
        {t("form.addOption")}
      </Button>
    </fieldset>
  );
}
