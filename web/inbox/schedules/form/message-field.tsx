import { useSignals } from "@preact/signals-react/runtime";
import { chosenOf, previewOf, type TemplateAnswer } from "#channels/templates/contract.ts";
import { MAX_BODY } from "#inbox/scheduled-messages/contract.ts";
import { HeadingFile } from "#web/channels/templates/heading-file.tsx";
import { type HeadingShown, TemplateBubble, useShownFile } from "#web/channels/templates/template-bubble.tsx";
import { TemplateFields } from "#web/channels/templates/template-fields.tsx";
import { useText } from "#web/i18n/use-text.ts";
import { seesCosts, useTemplatePrices } from "#web/inbox/costs/template-prices.ts";
import { refusal } from "#web/inbox/messages/composer/attachments.ts";
import { scheduleTexts } from "#web/inbox/schedules/locales/index.ts";
import type { Schedule } from "#web/inbox/schedules/schedules-api.ts";
import { useSample } from "#web/inbox/variables/use-sample.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import { type FileChange, FileInput, KEEP_FILE } from "#web/ui/field/file-input.tsx";
import { useField } from "#web/ui/form/form.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { Callout } from "#web/ui/state/callout.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import type { ScheduleValues } from "./schedule-form.ts";

const SendEstimate = lazy(async () => (await import("#web/inbox/costs/load.ts")).sendEstimate(), undefined, {
  isExtra: true,
});

interface Props {
  readonly form: FormModel<ScheduleValues>;
  readonly schedule: Schedule | null;
  readonly isReadOnly: boolean;
  /** Values of the contact's variables, for the preview. */
  readonly known: Readonly<Record<string, string>>;
}

/** Fields of the message: text and file. */
export function TextPart({ form, schedule, isReadOnly, known }: Props) {
  useSignals();
  const t = useText(scheduleTexts);
  const field = useField(form);
  const problem = form.problem("body");
  return (
    <>
      <VariableArea
        name="body"
        label={t("field.body")}
        placeholder={t("field.bodyPlaceholder")}
        rows={4}
        maxLength={MAX_BODY}
        isRequired
        isReadOnly={isReadOnly}
        value={form.value("body")}
        onChange={(body) => form.set("body", body)}
        onBlur={() => form.leave("body")}
        error={problem === "too_short" ? t("form.tooShort") : field("body").error}
        known={known}
        at={new Date(form.value("sendAt"))}
      />
      <FileField form={form} schedule={schedule} isReadOnly={isReadOnly} />
    </>
  );
}

/**
 * Fields of the message on an official number: an approved template, or a text that is sent only while the answer
 * window is open.
 */
export function OfficialPart(
  props: Props & {
    readonly templates: readonly TemplateAnswer[] | null;
    readonly connectionId: number | null;
  },
) {
  useSignals();
  const { form, schedule, isReadOnly, known, templates, connectionId } = props;
  const t = useText(scheduleTexts);
  const field = useField(form);
  const problem = form.problem("template");
  const prices = useTemplatePrices({
    ...{ connectionId, contactId: form.value("contactId") || null, templates },
  });
  const contactId = form.value("contactId") || null;
  const read = useSample(known, new Date(form.value("sendAt")));
  const choice = form.value("template");
  const chosen = chosenOf(templates ?? [], choice);
  const file = form.value("file");
  const keepsFile = form.value("keepsFile");
  const put = useShownFile(file);
  const shown = put ?? keptFile(keepsFile ? schedule : null);
  const hasFile = shown !== null;
  return (
    <>
      <TemplateFields
        label={t("field.template")}
        none={t("field.freeText")}
        templates={templates}
        value={choice}
        onChange={(next) => form.set("template", next)}
        error={
          problem === "unknown_variable" ? field("template").error : problem && t("field.templateMissing")
        }
        prices={prices}
        isReadOnly={isReadOnly}
      />
      {choice === null ? (
        <>
          {isReadOnly ? null : <Callout tone="info">{t("field.window")}</Callout>}
          <TextPart {...props} />
        </>
      ) : null}
      {choice && chosen ? (
        <section className="template-preview" aria-label={t("field.preview")}>
          <h3>{t("field.preview")}</h3>
          <div className="template-bubble">
            <TemplateBubble
              template={chosen}
              text={read(previewOf(chosen, choice.parameters))}
              file={shown}
            />
          </div>
        </section>
      ) : null}
      {choice && (chosen?.media || hasFile) ? (
        <HeadingFile
          template={chosen ?? null}
          value={file ? { kind: "put", name: file.name, file } : keepsFile ? KEEP_FILE : { kind: "remove" }}
          onChange={(change) => {
            form.set("file", change.kind === "put" ? change.file : null);
            if (change.kind === "remove") form.set("keepsFile", false);
          }}
          mediaName={schedule?.mediaName ?? null}
          mediaPath={schedule?.mediaPath ?? null}
          isReadOnly={isReadOnly}
        />
      ) : null}
      {connectionId !== null && contactId !== null && !isReadOnly && seesCosts() ? (
        <SendEstimate
          connectionId={connectionId}
          contactId={contactId}
          templateName={choice?.templateName ?? null}
        />
      ) : null}
    </>
  );
}

function keptFile(schedule: Schedule | null): HeadingShown | null {
  if (!schedule?.mediaName) return null;
  const isPicture = /\.(?:jpe?g|png|webp|gif)$/i.test(schedule.mediaName);
  return { name: schedule.mediaName, picture: isPicture ? schedule.mediaPath : null };
}

interface FileFieldProps {
  readonly form: FormModel<ScheduleValues>;
  readonly schedule: Schedule | null;
  readonly isReadOnly: boolean;
}

/** Field for the file of a scheduled message: one file, of any kind that a channel supports. */
function FileField({ form, schedule, isReadOnly }: FileFieldProps) {
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
