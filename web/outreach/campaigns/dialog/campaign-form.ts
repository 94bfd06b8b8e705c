import * as v from "valibot";
import type { TemplateChoice } from "#channels/templates/contract.ts";
import { CampaignBody, missingQuestion, SLOTS, type Slot } from "#outreach/campaigns/contract.ts";
import { isFilled } from "#web/channels/templates/template-choice.ts";
import { inCompanyZone, localTime } from "#web/lib/format/dates.ts";
import { type Campaign, type CampaignCalls, rowOf } from "#web/outreach/campaigns/campaigns-api.ts";
import { type FileChange, KEEP_FILE } from "#web/ui/field/file-input.tsx";
import { FormModel, type FormValues } from "#web/ui/form/form-model.ts";

type Kind = "message" | "confirmationMessage";
type TextField = `${Kind}${Slot}`;
type Texts = { readonly [Name in TextField]: string };
type TemplateField = `template${Slot}`;
/** Templates by slot, for official numbers. */
type Templates = { readonly [Name in TemplateField]: TemplateChoice | null };

export interface CampaignValues extends FormValues, Texts, Templates {
  readonly name: string;
  readonly confirmation: boolean;
  /** 0 = none, also in the ids below. */
  readonly contactListId: number;
  readonly tagListId: number;
  readonly whatsappId: number;
  readonly fileListId: number;
  readonly campaignReplyQueueId: number;
  /** Local time of the company in the format of `datetime-local`; "" = not scheduled. */
  readonly scheduledAt: string;
  readonly file: FileChange;
}

const TEXT_FIELDS = SLOTS.flatMap((slot): readonly TextField[] => [
  `message${slot}`,
  `confirmationMessage${slot}`,
]);
const TEMPLATE_FIELDS = SLOTS.map((slot): TemplateField => `template${slot}`);
/** The server's schema, with its rules for scheduled campaigns checked before the request. */
const schema = v.pipe(
  v.object({ ...CampaignBody.entries, scheduledAt: v.string() }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.scheduledAt === "") return;
    const input = dataset.value;
    const missing = (key: string) =>
      addIssue({ message: "required", path: [{ type: "object", origin: "value", input, key, value: "" }] });
    const key = missingQuestion(input);
    if (key) missing(key);
    for (const name of TEMPLATE_FIELDS) if (input[name] && !isFilled(input[name])) missing(name);
  }),
);

function valuesOf(campaign: Campaign | null, contactListId = 0): CampaignValues {
  const texts = Object.fromEntries(TEXT_FIELDS.map((name) => [name, campaign?.[name] ?? ""])) as Texts;
  return {
    name: campaign?.name ?? "",
    confirmation: campaign?.confirmation ?? false,
    contactListId: campaign ? (campaign.contactListId ?? 0) : contactListId,
    tagListId: campaign?.tagListId ?? 0,
    whatsappId: campaign?.whatsappId ?? 0,
    fileListId: campaign?.fileListId ?? 0,
    campaignReplyQueueId: campaign?.campaignReplyQueueId ?? 0,
    scheduledAt: campaign?.scheduledAt ? localTime(campaign.scheduledAt) : "",
    ...texts,
    ...(Object.fromEntries(TEMPLATE_FIELDS.map((name) => [name, campaign?.[name] ?? null])) as Templates),
    file: KEEP_FILE,
  };
}

/** `YYYY-MM-DD HH:mm:ss` for the request, null when empty (docs/rules/screens.md#campaigns). */
const scheduleForCall = (typed: string): string | null =>
  typed === "" ? null : `${typed.replace("T", " ")}:00`;

export interface CampaignFormOptions {
  readonly campaign: Campaign | null;
  /** The contact list that a new campaign begins with. */
  readonly contactListId?: number;
  readonly calls: Pick<CampaignCalls, "create" | "update" | "upload" | "removeFile" | "get">;
  /** Whether a connection is an official number; fields that it cannot send are omitted. */
  readonly isOfficial?: (whatsappId: number) => boolean;
  readonly onProgress?: (share: number) => void;
  readonly onSaved: (saved: Campaign) => void;
  /** The campaign was created without its file and schedule; the next submit continues with these. */
  readonly onFileFailed: (error: unknown, saved: Campaign) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Adds or edits a campaign; the file is uploaded before the schedule is set, so that no campaign starts without it.
 */
export function createCampaignForm(options: CampaignFormOptions): FormModel<CampaignValues> {
  const { calls } = options;
  let known = options.campaign;

  const save = async (values: CampaignValues, scheduledAt: string | null | undefined): Promise<Campaign> => {
    const fitting = options.isOfficial?.(values.whatsappId) ? templatesAlone(values) : textsAlone(values);
    const { file: _file, scheduledAt: _at, ...fields } = fitting;
    const body = { ...fields, ...(scheduledAt === undefined ? {} : { scheduledAt }) };
    return known ? calls.update(known.id, body) : calls.create(body);
  };

  const changeFile = async (saved: Campaign, file: FileChange): Promise<void> => {
    const { onProgress } = options;
    if (file.kind === "put") await calls.upload(saved.id, file.file, onProgress ? { onProgress } : {});
    if (file.kind === "remove" && saved.mediaName !== null) await calls.removeFile(saved.id);
  };

  return new FormModel<CampaignValues>({
    initial: valuesOf(options.campaign, options.contactListId),
    schema,
    onFailure: options.onFailure,
    submit: async (values) => {
      // The form of a running campaign is read-only (docs/rules/screens.md#campaigns).
      if (known && !known.editable) return;
      const isUnchanged = known !== null && valuesOf(known).scheduledAt === values.scheduledAt;
      // An unchanged time is omitted, because the field would drop its seconds.
      const scheduledAt = isUnchanged ? undefined : scheduleForCall(values.scheduledAt);
      const hasFile = values.file.kind !== "keep";
      let saved = await save(values, hasFile && scheduledAt ? undefined : scheduledAt);
      known = saved;
      if (hasFile) {
        try {
          await changeFile(saved, values.file);
        } catch (error) {
          options.onFileFailed(error, saved);
          return;
        }
        saved = scheduledAt
          ? await calls.update(saved.id, { scheduledAt })
          : await calls.get(saved.id).then(rowOf);
        known = saved;
      }
      options.onSaved(saved);
    },
  });
}

/** Values for an official number: no texts, confirmation or file list. */
const templatesAlone = (values: CampaignValues): CampaignValues => ({
  ...values,
  ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, ""])) as Texts),
  confirmation: false,
  fileListId: 0,
});
const textsAlone = (values: CampaignValues): CampaignValues => ({
  ...values,
  ...(Object.fromEntries(TEMPLATE_FIELDS.map((name) => [name, null])) as Templates),
});

export type Step = "audience" | "messages" | "sending";
export const STEPS = ["audience", "messages", "sending"] as const satisfies readonly Step[];

const STEP_FIELDS: Readonly<Record<Step, readonly string[]>> = {
  audience: ["name", "contactListId", "tagListId", "whatsappId"],
  messages: ["confirmation", "fileListId", "file", ...TEXT_FIELDS, ...TEMPLATE_FIELDS],
  sending: ["scheduledAt", "campaignReplyQueueId"],
};

/** The first step with a problem, or null. */
export const stepOfProblems = (problems: Readonly<Record<string, unknown>>): Step | null =>
  STEPS.find((step) => STEP_FIELDS[step].some((name) => name in problems)) ?? null;

/** The slot (1 to 5) of the first variant with a problem, or null. */
export const slotOfProblems = (problems: Readonly<Record<string, unknown>>): Slot | null =>
  SLOTS.find((slot) =>
    [`message${slot}`, `confirmationMessage${slot}`, `template${slot}`].some((name) => name in problems),
  ) ?? null;

/** Why the campaign is read-only; null while it is editable. */
export function lockOf(campaign: Campaign | null): "lockedRunning" | "lockedSoon" | "lockedDone" | null {
  if (!campaign || campaign.editable) return null;
  if (campaign.status === "PROGRAMADA") return "lockedSoon";
  return campaign.status === "FINALIZADA" ? "lockedDone" : "lockedRunning";
}

/** Slots (1 to 5) of the variants with a text. */
export const writtenSlots = (values: Pick<CampaignValues, `message${Slot}`>): readonly Slot[] =>
  SLOTS.filter((slot) => values[`message${slot}`].trim() !== "");

/** Parses a local time of the company to Unix ms; null when empty. */
export function parseLocalTime(typed: string): number | null {
  const asUtc = Date.parse(`${typed}Z`);
  if (Number.isNaN(asUtc)) return null;
  return asUtc - inCompanyZone(asUtc).utcOffset() * 60_000;
}
