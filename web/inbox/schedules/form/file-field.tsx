import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { refusal } from "#web/inbox/messages/composer/attachments.ts";
import { scheduleTexts } from "#web/inbox/schedules/locales/index.ts";
import type { Schedule } from "#web/inbox/schedules/schedules-api.ts";
import { type FileChange, FileInput, KEEP_FILE } from "#web/ui/field/file-input.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import type { ScheduleValues } from "./schedule-form.ts";

interface Props {
  readonly form: FormModel<ScheduleValues>;
  readonly schedule: Schedule | null;
  readonly isReadOnly: boolean;
}

/** Field for the file of a scheduled message: one file, of any kind that a channel supports. */
export function FileField({ form, schedule, isReadOnly }: Props) {
  useSignals();
  const t = useText(scheduleTexts);
  const file = form.value("file");
  const value: FileChange = file
    ? { kind: "put", name: file.name, file }
    : form.value("keepsFile")
      ? KEEP_FILE
      : { kind: "remove" };
  if (isReadOnly && !schedule?.mediaName) return null;
  return (
    <FileInput
      label={t("field.file")}
      mediaName={schedule?.mediaName ?? null}
      mediaPath={schedule?.mediaPath ?? null}
      value={value}
      isReadOnly={isReadOnly}
      onChange={(change) => {
        form.set("file", change.kind === "put" ? change.file : null);
        if (change.kind === "remove") form.set("keepsFile", false);
      }}
      refuse={(chosen) => {
        const why = refusal(chosen, 0);
        return why && t(why === "type" ? "field.fileRefused" : "field.fileTooLarge");
      }}
      words={{
        attach: t("field.attach"),
        replace: t("field.replaceFile"),
        remove: () => t("field.removeFile"),
        open: (name) => name,
      }}
    />
  );
}
