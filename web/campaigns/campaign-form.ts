import * as v from "valibot";
import { CampaignBody, missingQuestion, SLOTS, type Slot } from "#campaigns/contract.ts";
import { inCompanyZone } from "#web/lib/dates.ts";
import { type FileChange, KEEP_FILE } from "#web/ui/file-slot.tsx";
import { FormModel, type FormValues } from "#web/ui/form-model.ts";
import type { Campaign, CampaignCalls } from "./campaigns-api.ts";

type Kind = "message" | "confirmationMessage";
export type TextField = `${Kind}${Slot}`;
type Texts = { readonly [Name in TextField]: string };

export interface CampaignValues extends FormValues, Texts {
  readonly name: string;
  readonly confirmation: boolean;
  /** 0 = none, here and below. */
  readonly contactListId: number;
  readonly tagListId: number;
  readonly whatsappId: number;
  readonly fileListId: number;
  readonly campaignReplyQueueId: number;
  /** Wall clock of the company, as the browser's field has it; "" = not planned. */
  readonly scheduledAt: string;
  readonly file: FileChange;
}

const TEXT_FIELDS = SLOTS.flatMap((slot): readonly TextField[] => [
  `message${slot}`,
  `confirmationMessage${slot}`,
]);
/** As the server checks it; what it asks only of a planned one is said before it is called. */
const schema = v.pipe(
  v.object({ ...CampaignBody.entries, scheduledAt: v.string() }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.scheduledAt === "") return;
    const key = missingQuestion(dataset.value);
    if (key)
      addIssue({
        message: "required",
        path: [{ type: "object", origin: "value", input: dataset.value, key, value: "" }],
      });
  }),
);

/** A moment as the field for dates has it, on the company's wall clock. */
export const wallClock = (when: string | number): string => inCompanyZone(when).format("YYYY-MM-DDTHH:mm");

/** What a campaign looks like in the form. */
export function valuesOf(campaign: Campaign | null): CampaignValues {
  const texts = Object.fromEntries(TEXT_FIELDS.map((name) => [name, campaign?.[name] ?? ""])) as Texts;
  return {
    name: campaign?.name ?? "",
    confirmation: campaign?.confirmation ?? false,
    contactListId: campaign?.contactListId ?? 0,
    tagListId: campaign?.tagListId ?? 0,
    whatsappId: campaign?.whatsappId ?? 0,
    fileListId: campaign?.fileListId ?? 0,
    campaignReplyQueueId: campaign?.campaignReplyQueueId ?? 0,
    scheduledAt: campaign?.scheduledAt ? wallClock(campaign.scheduledAt) : "",
    ...texts,
    file: KEEP_FILE,
  };
}

/** As the call has it: 'YYYY-MM-DD HH:mm:ss', null when empty (specification 002 section 3.6). */
export const scheduleForCall = (typed: string): string | null =>
  typed === "" ? null : `${typed.replace("T", " ")}:00`;

export interface CampaignFormOptions {
  readonly campaign: Campaign | null;
  readonly calls: Pick<CampaignCalls, "create" | "update" | "upload" | "removeFile" | "get">;
  readonly onProgress?: (share: number) => void;
  readonly onSaved: (saved: Campaign) => void;
  /** The campaign is there, its file and its time are not; submitting again goes on. */
  readonly onFileFailed: (error: unknown, saved: Campaign) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Writes a campaign, or changes the one given; a file goes on it before it is planned, so that none starts without. */
export function createCampaignForm(options: CampaignFormOptions): FormModel<CampaignValues> {
  const { calls } = options;
  let known = options.campaign;

  const save = async (
    { file: _file, scheduledAt: _at, ...fields }: CampaignValues,
    scheduledAt: string | null | undefined,
  ): Promise<Campaign> => {
    const body = { ...fields, ...(scheduledAt === undefined ? {} : { scheduledAt }) };
    return known ? calls.update(known.id, body) : calls.create(body);
  };

  const changeFile = async (saved: Campaign, file: FileChange): Promise<void> => {
    const { onProgress } = options;
    if (file.kind === "put") await calls.upload(saved.id, file.file, onProgress ? { onProgress } : {});
    if (file.kind === "remove" && saved.mediaName !== null) await calls.removeFile(saved.id);
  };

  return new FormModel<CampaignValues>({
    initial: valuesOf(options.campaign),
    schema,
    onFailure: options.onFailure,
    submit: async (values) => {
      // What runs is only shown (specification 002 section 4.1).
      if (known && !known.editable) return;
      const isUnchanged = known !== null && valuesOf(known).scheduledAt === values.scheduledAt;
      // An unchanged time keeps its seconds.
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
          : await calls.get(saved.id).then(withoutRows);
        known = saved;
      }
      options.onSaved(saved);
    },
  });
}

/** The detail as the list has its rows. */
const withoutRows = ({
  contactList,
  shipping: _shipping,
  timeline: _timeline,
  ...rest
}: Awaited<ReturnType<CampaignCalls["get"]>>): Campaign => ({
  ...rest,
  contactList: contactList && { id: contactList.id, name: contactList.name },
});

export type Step = "audience" | "messages" | "sending";
export const STEPS = ["audience", "messages", "sending"] as const satisfies readonly Step[];

const STEP_FIELDS: Readonly<Record<Step, readonly string[]>> = {
  audience: ["name", "contactListId", "tagListId", "whatsappId"],
  messages: ["confirmation", "fileListId", "file", ...TEXT_FIELDS],
  sending: ["scheduledAt", "campaignReplyQueueId"],
};

/** The first step with a problem; null when there is none. */
export const stepOfProblems = (problems: Readonly<Record<string, unknown>>): Step | null =>
  STEPS.find((step) => STEP_FIELDS[step].some((name) => name in problems)) ?? null;

/** The message with the first problem; null when none has one. */
export const slotOfProblems = (problems: Readonly<Record<string, unknown>>): Slot | null =>
  SLOTS.find((slot) => `message${slot}` in problems || `confirmationMessage${slot}` in problems) ?? null;

/** Why nothing can be changed; null while it can. */
export function lockOf(campaign: Campaign | null): "lockedRunning" | "lockedSoon" | "lockedDone" | null {
  if (!campaign || campaign.editable) return null;
  if (campaign.status === "PROGRAMADA") return "lockedSoon";
  return campaign.status === "FINALIZADA" ? "lockedDone" : "lockedRunning";
}

/** The slots that say something. */
export const writtenSlots = (values: Pick<CampaignValues, `message${Slot}`>): readonly Slot[] =>
  SLOTS.filter((slot) => values[`message${slot}`].trim() !== "");

/** The moment a wall clock of the company stands for, ms; null when it is empty. */
export function momentOf(typed: string): number | null {
  const asUtc = Date.parse(`${typed}Z`);
  if (Number.isNaN(asUtc)) return null;
  return asUtc - inCompanyZone(asUtc).utcOffset() * 60_000;
}
