import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useRef, useState } from "react";
import { type AnnouncementAnswer, PICTURE_ENDINGS, PRIORITIES } from "#provider/announcements/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { FileInput } from "#web/ui/field/file-input.tsx";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { announcementForm, refusedPicture } from "./announcement-form.ts";
import { announcementCalls } from "./announcements-api.ts";
import { announcementTexts } from "./locales/index.ts";

interface Props {
  /** Null adds a new announcement. */
  readonly announcement: AnnouncementAnswer | null;
  readonly onSaved: (saved: AnnouncementAnswer) => void;
  readonly onClose: () => void;
}

/** Adds or edits an announcement (docs/rules/screens.md#other-pages). */
export function AnnouncementDialog({ announcement, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(announcementTexts);
  const words = useText(common);
  const [refused, setRefused] = useState<"tooLarge" | "type" | null>(null);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update of the row must not overwrite the input
  const form = useMemo(
    () =>
      announcementForm({
        announcement,
        calls: announcementCalls,
        onFailure: toast.failure,
        onSaved: (answer) => {
          toast.success(t("form.saved"));
          saved.current(answer);
        },
      }),
    [announcement?.id],
  );
  const { close, guard } = useUnsavedGuard(form, onClose);
  const field = useField(form);
  const title = t(announcement ? "form.editTitle" : "form.addTitle");
  const status = field("status");
  return (
    <>
      <Dialog title={title} onClose={close}>
        <Form form={form} label={title}>
          <TextField {...field("title")} label={t("form.title")} maxLength={100} isRequired autoFocus />
          <TextArea
            {...field("text")}
            label={t("form.text")}
            help={t("form.textHelp")}
            rows={6}
            maxLength={4096}
            isRequired
          />
          <div className="announcement-choices">
            <Select
              {...status}
              label={t("form.status")}
              options={[
                { id: "true", label: t("status.active") },
                { id: "false", label: t("status.inactive") },
              ]}
              value={String(status.value)}
              onChange={(id) => form.set("status", id === "true")}
            />
            <Select
              {...field("priority")}
              label={t("form.priority")}
              options={PRIORITIES.map((id) => ({
                id,
                label: t(`priority.p${id}`),
                icon: <i className={`announcement-dot announcement-dot-${id}`} aria-hidden="true" />,
              }))}
            />
          </div>
          <FileInput
            label={t("form.media")}
            accept={PICTURE_ENDINGS}
            mediaName={announcement?.mediaName ?? null}
            mediaPath={announcement?.mediaPath ?? null}
            value={form.value("file")}
            onChange={(change) => {
              const why = change.kind === "put" ? refusedPicture(change.file) : null;
              setRefused(why);
              if (!why) form.set("file", change);
            }}
            words={{
              attach: t("form.attach"),
              replace: t("form.replace"),
              remove: (name) => t("form.removeFile", { name }),
              open: (name) => t("form.openFile", { name }),
            }}
          />
          {refused ? (
            <span className="field-error" role="alert">
              {t(refused === "type" ? "form.fileType" : "form.fileTooLarge")}
            </span>
          ) : null}
          <FormActions form={form} submitLabel={words("action.save")} onCancel={close} />
        </Form>
      </Dialog>
      {guard}
    </>
  );
}
