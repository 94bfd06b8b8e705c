import { useSignals } from "@preact/signals-react/runtime";
import Paperclip from "lucide-react/icons/paperclip";
import X from "lucide-react/icons/x";
import { useRef } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { refusal } from "#web/messages/attachments.ts";
import { Button } from "#web/ui/button.tsx";
import type { FormModel } from "#web/ui/form-model.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast.ts";
import { scheduleTexts } from "./locales/index.ts";
import type { ScheduleValues } from "./schedule-form.ts";
import type { Schedule } from "./schedules-api.ts";

interface Props {
  readonly form: FormModel<ScheduleValues>;
  readonly schedule: Schedule | null;
  readonly isReadOnly: boolean;
}

/** The file that goes with the message: one, of any kind a channel carries. */
export function FileField({ form, schedule, isReadOnly }: Props) {
  useSignals();
  const t = useText(scheduleTexts);
  const input = useRef<HTMLInputElement>(null);
  const file = form.value("file");
  const kept = form.value("keepsFile") && schedule?.mediaPath ? schedule : null;
  const name = file?.name ?? kept?.mediaName ?? null;
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    const why = refusal(chosen, 0);
    if (why) toast.error(t(why === "type" ? "field.fileRefused" : "field.fileTooLarge"));
    else form.set("file", chosen);
  };
  if (isReadOnly && !name) return null;
  return (
    <div className="field schedule-file">
      <span className="field-label">{t("field.file")}</span>
      <div className="schedule-file-line">
        {name ? (
          <span className="schedule-file-name">
            <Paperclip aria-hidden="true" />
            {kept?.mediaPath && !file ? (
              <a className="ellipsis" href={kept.mediaPath} target="_blank" rel="noopener">
                {name}
              </a>
            ) : (
              <span className="ellipsis">{name}</span>
            )}
            {isReadOnly ? null : (
              <IconButton
                size="s"
                label={t("field.removeFile")}
                onPress={() => {
                  if (file) form.set("file", null);
                  else form.set("keepsFile", false);
                }}
              >
                <X />
              </IconButton>
            )}
          </span>
        ) : null}
        {isReadOnly ? null : (
          <Button icon={<Paperclip aria-hidden="true" />} onPress={() => input.current?.click()}>
            {t(name ? "field.replaceFile" : "field.attach")}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("field.file")}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
