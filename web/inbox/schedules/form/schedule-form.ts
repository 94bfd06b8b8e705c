import * as v from "valibot";
import type { TemplateChoice } from "#channels/templates/contract.ts";
import {
  DEFAULT_AHEAD_MS,
  DEFAULT_LATE_LIMIT_HOURS,
  MAX_BODY,
  MAX_LATE_LIMIT_HOURS,
  MIN_BODY,
  type Recurrence,
  ScheduleBody,
} from "#inbox/scheduled-messages/contract.ts";
import { isFilled } from "#web/channels/templates/template-choice.ts";
import type { Schedule, ScheduleCalls } from "#web/inbox/schedules/schedules-api.ts";
import { localTime } from "#web/lib/format/dates.ts";
import { FormModel } from "#web/ui/form/form-model.ts";

export interface ScheduleValues extends Readonly<Record<string, unknown>> {
  readonly contactId: number | null;
  readonly body: string;
  /** Message template; sent instead of the text, only on official numbers. */
  readonly template: TemplateChoice | null;
  /** Local time of the company, in the format of the browser's field: `2026-11-20T14:05`. */
  readonly sendAt: string;
  /** Connection id; 0 = the default connection at the time of sending. */
  readonly whatsappId: number;
  readonly recurrence: Recurrence;
  readonly lateLimitHours: string;
  /** The chosen file, to be uploaded. */
  readonly file: File | null;
  /** True when the stored file is kept. */
  readonly keepsFile: boolean;
}

/** Initial values of a new scheduled message: from the ticket or the calendar day where the user creates it. */
export interface ScheduleDraft {
  readonly contactId?: number;
  readonly body?: string;
  readonly whatsappId?: number;
  /** Local time of the company. */
  readonly sendAt?: string;
}

const fields = v.object({
  ...ScheduleBody.entries,
  body: v.pipe(v.string(), v.maxLength(MAX_BODY)),
  lateLimitHours: v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/),
    v.transform(Number),
    v.minValue(1),
    v.maxValue(MAX_LATE_LIMIT_HOURS),
  ),
});

interface TextOrTemplate {
  readonly body: string;
  readonly template?: TemplateChoice | null | undefined;
}
/** Minimum length, unless a template is used instead. */
const hasText =
  (least: number) =>
  ({ body, template }: TextOrTemplate): boolean =>
    Boolean(template) || body.trim().length >= least;
const schema = v.pipe(
  fields,
  v.forward(v.partialCheck([["body"], ["template"]], hasText(1), "required"), ["body"]),
  v.forward(v.partialCheck([["body"], ["template"]], hasText(MIN_BODY), "too_short"), ["body"]),
  v.forward(
    v.partialCheck(
      [["template"]],
      ({ template }: Pick<TextOrTemplate, "template">) => !template || isFilled(template),
      "required",
    ),
    ["template"],
  ),
);

/** Form values of a scheduled message; a new one is due in an hour (docs/rules/forms.md#pages). */
export function valuesOf(schedule: Schedule | null, draft: ScheduleDraft, now: number): ScheduleValues {
  return {
    contactId: schedule?.contactId ?? draft.contactId ?? null,
    // The preview of a template is not text typed by the user.
    body: schedule?.template ? "" : (schedule?.body ?? draft.body ?? ""),
    template: schedule?.template ?? null,
    sendAt: schedule ? localTime(schedule.sendAt) : (draft.sendAt ?? localTime(now + DEFAULT_AHEAD_MS)),
    whatsappId: schedule ? (schedule.whatsappId ?? 0) : (draft.whatsappId ?? 0),
    recurrence: schedule?.recurrence ?? "none",
    lateLimitHours: String(schedule?.lateLimitHours ?? DEFAULT_LATE_LIMIT_HOURS),
    file: null,
    keepsFile: Boolean(schedule?.mediaPath),
  };
}

export interface ScheduleFormOptions {
  readonly schedule: Schedule | null;
  readonly draft?: ScheduleDraft;
  readonly calls: Pick<ScheduleCalls, "create" | "update" | "upload" | "removeFile" | "get">;
  /** Whether the chosen connection is an official number. */
  readonly isOfficial?: (whatsappId: number) => boolean;
  readonly now?: number;
  readonly onProgress?: (share: number) => void;
  readonly onSaved: (saved: Schedule) => void;
  /** Called when the message was saved but its file was not; submitting again retries only the file. */
  readonly onFileFailed: (error: unknown, saved: Schedule) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Form of a scheduled message, new or existing; its file is uploaded after the message is saved. */
export function createScheduleForm(options: ScheduleFormOptions): FormModel<ScheduleValues> {
  const { draft = {}, calls, now = Date.now() } = options;
  let known = options.schedule;
  const initial = valuesOf(known, draft, now);

  async function save(values: ScheduleValues): Promise<Schedule> {
    const { file: _file, keepsFile: _keeps, contactId, ...rest } = values;
    const template = options.isOfficial?.(values.whatsappId) ? values.template : null;
    const { body: text, ...planned } = rest;
    const body = {
      ...planned,
      template,
      ...(template ? {} : { body: text }),
      contactId: contactId ?? 0,
      lateLimitHours: Number(values.lateLimitHours),
    };
    if (!known) return calls.create(body);
    // An unchanged time keeps its seconds.
    const { sendAt, ...others } = body;
    return calls.update(known.id, localTime(known.sendAt) === sendAt ? others : body);
  }

  async function saveFile(saved: Schedule, { file, keepsFile }: ScheduleValues): Promise<Schedule> {
    if (file) {
      const { onProgress } = options;
      return calls.upload(saved.id, file, onProgress ? { onProgress } : {});
    }
    if (saved.mediaPath === null || keepsFile) return saved;
    await calls.removeFile(saved.id);
    return calls.get(saved.id);
  }

  return new FormModel<ScheduleValues>({
    initial,
    schema,
    onFailure: options.onFailure,
    submit: async (values) => {
      // A sent message is read-only (docs/rules/screens.md#schedules).
      if (options.schedule?.sentAt) return;
      const saved = await save(values);
      known = saved;
      try {
        options.onSaved(await saveFile(saved, values));
      } catch (error) {
        options.onFileFailed(error, saved);
      }
    },
  });
}
