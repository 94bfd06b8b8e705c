import type * as v from "valibot";
import type { QueueAnswer } from "#accounts/queues/contract.ts";
import type { ReachAnswer } from "#inbox/reach/contract.ts";
import type {
  AudienceAnswer,
  CampaignAnswer,
  CampaignBody,
  CampaignDetail,
  PreviewAnswer,
  PreviewBody,
  UpdateCampaignBody,
} from "#outreach/campaigns/contract.ts";
import type { RiskAnswer } from "#outreach/campaigns/risk/contract.ts";
import type { CampaignSettingAnswer, CampaignSettingsBody } from "#outreach/campaigns/settings/contract.ts";
import type { ContactListAnswer } from "#outreach/contact-lists/contract.ts";
import type { FileListAnswer, FileListPage } from "#outreach/file-lists/contract.ts";
import type { TagAnswer } from "#people/tags/contract.ts";
import { api } from "#web/lib/api/api.ts";
import type { UploadProgress } from "#web/lib/api/upload.ts";

export type Campaign = CampaignAnswer;
export type Setting = v.InferOutput<typeof CampaignSettingAnswer>;
export type Detail = v.InferOutput<typeof CampaignDetail>;
/** The list's row of a campaign. */
export const rowOf = ({
  contactList,
  shipping: _shipping,
  timeline: _timeline,
  ...rest
}: Detail): Campaign => ({
  ...rest,
  contactList: contactList && { id: contactList.id, name: contactList.name },
});
export type Preview = v.InferOutput<typeof PreviewAnswer>;
export type ContactList = Pick<ContactListAnswer, "id" | "name" | "contactsCount" | "invalidCount">;

export type FileList = Pick<FileListAnswer, "id" | "name" | "message" | "options">;

type FilePage = v.InferOutput<typeof FileListPage>;
/** Maximum number of pages of file lists that a select field loads. */
const MAX_PAGES = 20;

/** Calls of the campaigns (docs/rules/campaigns.md). */
export const campaignCalls = {
  get: (id: number) => api.get<Detail>(`/campaigns/${id}`),
  create: (body: v.InferInput<typeof CampaignBody>) => api.post<Campaign>("/campaigns", body),
  /** Throws 409 ERR_CAMPAIGN_LOCKED. */
  update: (id: number, body: v.InferInput<typeof UpdateCampaignBody>) =>
    api.put<Campaign>(`/campaigns/${id}`, body),
  remove: (id: number) => api.delete(`/campaigns/${id}`),
  upload(id: number, file: File, progress: UploadProgress = {}) {
    const form = new FormData();
    form.append("file", file, file.name);
    return api.upload<Campaign>(`/campaigns/${id}/media-upload`, form, progress);
  },
  removeFile: (id: number) => api.delete(`/campaigns/${id}/media-upload`),
  /** This and the next three calls throw 409 ERR_CAMPAIGN_STATE when the campaign has left the required state. */
  cancel: (id: number) => api.post<Campaign>(`/campaigns/${id}/cancel`),
  restart: (id: number) => api.post<Campaign>(`/campaigns/${id}/restart`),
  pause: (id: number) => api.post<Campaign>(`/campaigns/${id}/pause`),
  resume: (id: number) => api.post<Campaign>(`/campaigns/${id}/resume`),
  preview: (body: v.InferInput<typeof PreviewBody>, signal: AbortSignal) =>
    api.post<Preview>("/campaigns/preview", body, { signal }),
  audience: (query: { contactListId: number; tagListId: number; whatsappId: number }) =>
    api.get<v.InferOutput<typeof AudienceAnswer>>("/campaign-audience", { query }),
  /** Restrictions and budget of new chats of a connection. */
  reach: (connectionId: number) => api.get<ReachAnswer>(`/whatsapp/${connectionId}/reach`),
  risk: (connectionId: number) => api.get<RiskAnswer>(`/whatsapp/${connectionId}/risk`),
  settings: () => api.get<readonly Setting[]>("/campaign-settings"),
  saveSettings: (settings: v.InferInput<typeof CampaignSettingsBody>["settings"]) =>
    api.post<readonly Setting[]>("/campaign-settings", { settings }),
  contactLists: () => api.get<readonly ContactList[]>("/contact-lists/list"),
  tags: () => api.get<readonly TagAnswer[]>("/tags/list"),
  /** Loads all pages: the API has no call for the options of a select field. */
  fileLists: async (): Promise<readonly FileList[]> => {
    const found: FileListAnswer[] = [];
    for (let pageNumber = 1; pageNumber <= MAX_PAGES; pageNumber += 1) {
      const page = await api.get<FilePage>("/files/", { query: { pageNumber } });
      found.push(...page.files);
      if (!page.hasMore) break;
    }
    return found;
  },
  queues: () => api.get<readonly QueueAnswer[]>("/queue"),
};
export type CampaignCalls = typeof campaignCalls;
