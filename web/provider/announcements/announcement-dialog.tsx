import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useState } from "react";
import {
  type AnnouncementAnswer,
  AnnouncementBody,
  MAX_PICTURE_BYTES,
  PICTURE_ENDINGS,
  PRIORITIES,
  type Priority,
} from "#provider/announcements/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { type FileChange, FileInput } from "#web/ui/field/file-input.tsx";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { FormModel } from "#web/ui/form/form-model.ts";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type AnnouncementCalls, announcementCalls } from "./announcements-api.ts";
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
  const [refused, setRefused] = useState<"tooLarge" | "type" | null>(null);
  const saved = useStableCallback(onSaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update of the row must not overwrite the input
  const form = useMemo(
    () =>
      announcementForm({
        announcement,
        calls: announcementCalls,
        onFailure: toast.failure,
        onSaved: (answer) => {
          toast.success(t("form.saved"));
          saved(answer);
        },
      }),
    [announcement?.id],
  );
  const field = useField(form);
  const title = t(announcement ? "form.editTitle" : "form.addTitle");
  const status = field("status");
  return (
    <FormDialog form={form} title={title} onClose={onClose}>
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
    </FormDialog>
  );
}

interface AnnouncementValues extends Readonly<Record<string, unknown>> {
  readonly title: string;
  readonly text: string;
  readonly priority: Priority;
  readonly status: boolean;
  readonly file: FileChange;
}

const valuesOf = (announcement: AnnouncementAnswer | null): AnnouncementValues => ({
  title: announcement?.title ?? "",
  text: announcement?.text ?? "",
  priority: announcement?.priority ?? 3,
  status: announcement?.status ?? true,
  file: { kind: "keep" },
});

/** Reason why a picture is rejected before its upload, null when it is allowed; the server checks the content. */
export function refusedPicture({ name, size }: Pick<File, "name" | "size">): "tooLarge" | "type" | null {
  if (!/\.(?:png|jpe?g)$/i.test(name)) return "type";
  return size > MAX_PICTURE_BYTES ? "tooLarge" : null;
}

interface AnnouncementFormOptions {
  readonly announcement: AnnouncementAnswer | null;
  readonly calls: AnnouncementCalls;
  readonly onSaved: (saved: AnnouncementAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Adds an announcement or changes the given one. The picture is uploaded after the text; a failed upload can be
 * repeated.
 */
export function announcementForm({ announcement, calls, onSaved, onFailure }: AnnouncementFormOptions) {
  let known = announcement;
  const withPicture = async (saved: AnnouncementAnswer, file: FileChange): Promise<AnnouncementAnswer> => {
    if (file.kind === "put") return calls.upload(saved.id, file.file);
    if (file.kind === "keep" || saved.mediaPath === null) return saved;
    await calls.detach(saved.id);
    return { ...saved, mediaPath: null, mediaName: null };
  };
  return new FormModel<AnnouncementValues>({
    initial: valuesOf(announcement),
    schema: AnnouncementBody,
    onFailure,
    submit: async ({ title, text, priority, status, file }) => {
      // Published only after the picture is uploaded, because the server may reject the picture.
      const isHeldBack = status && file.kind === "put" && !known?.status;
      const body = { title, text, priority, status: status && !isHeldBack };
      // After a failed picture upload, submitting again updates the announcement created by the first attempt.
      known = await (known ? calls.update(known.id, body) : calls.create(body));
      const saved = await withPicture(known, file);
      onSaved(isHeldBack ? await calls.update(saved.id, { status }) : saved);
    },
  });
}
