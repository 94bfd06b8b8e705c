import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { type HelpAnswer, HelpBody } from "#provider/helps/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { isRefusedByContent } from "#web/lib/api/save-refusal.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
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
  const saved = useStableCallback(onSaved);
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
            saved(answer);
          } catch (error) {
            if (isRefusedByContent(error)) toast.error(t("admin.failed"));
            else toast.failure(error);
            throw error;
          }
        },
      }),
    [help?.id],
  );
  const field = useField(form);
  const video = field("video");
  const title = t(help ? "admin.editTitle" : "admin.addTitle");
  return (
    <FormDialog form={form} title={title} size="s" onClose={onClose}>
      <TextField {...field("title")} label={t("admin.title")} isRequired autoFocus />
      <TextArea {...field("description")} label={t("admin.description")} />
      <TextField
        {...video}
        onChange={(text) => video.onChange(videoCode(text))}
        label={t("admin.code")}
        help={t("admin.codeHelp")}
        isRequired
      />
    </FormDialog>
  );
}
