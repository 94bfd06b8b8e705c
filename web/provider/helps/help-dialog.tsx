import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useRef } from "react";
import { type HelpAnswer, HelpBody } from "#provider/helps/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { isRefusedByContent } from "#web/lib/api/save-refusal.ts";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { videoCode } from "./help-model.ts";
import { helpCalls } from "./helps-list.ts";
import { helpsTexts } from "./locales/index.ts";

interface Props {
  /** Null adds a new video. */
  readonly help: HelpAnswer | null;
  readonly onSaved: (saved: HelpAnswer) => void;
  readonly onClose: () => void;
}

/** Adds or edits a help video. */
export function HelpDialog({ help, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(helpsTexts);
  const words = useText(common);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update of the row must not overwrite the input
  const form = useMemo(
    () =>
      new FormModel({
        initial: {
          title: help?.title ?? "",
          description: help?.description ?? "",
          video: help?.video ?? "",
        },
        schema: HelpBody,
        delayMs: ADMIN_SUBMIT_DELAY_MS,
        fieldsOfCode: { ERR_NAME_IN_USE: { title: "in_use" } },
        onFailure: () => undefined,
        submit: async (body) => {
          try {
            const answer = await (help ? helpCalls.update(help.id, body) : helpCalls.create(body));
            toast.success(t("admin.saved"));
            saved.current(answer);
          } catch (error) {
            if (isRefusedByContent(error)) toast.error(t("admin.failed"));
            else toast.failure(error);
            throw error;
          }
        },
      }),
    [help?.id],
  );
  const { close, guard } = useUnsavedGuard(form, onClose);
  const field = useField(form);
  const video = field("video");
  const title = t(help ? "admin.editTitle" : "admin.addTitle");
  return (
    <>
      <Dialog title={title} size="s" onClose={close}>
        <Form form={form} label={title}>
          <TextField {...field("title")} label={t("admin.title")} isRequired autoFocus />
          <TextArea {...field("description")} label={t("admin.description")} />
          <TextField
            {...video}
            onChange={(text) => video.onChange(videoCode(text))}
            label={t("admin.code")}
            help={t("admin.codeHelp")}
            isRequired
          />
          <FormActions form={form} submitLabel={words("action.save")} onCancel={close} />
        </Form>
      </Dialog>
      {guard}
    </>
  );
}
