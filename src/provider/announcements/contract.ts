import * as v from "valibot";
import { Instant, PageNumber, pageOf, plainName, SearchParam, ShortText } from "#platform/http/contract.ts";

/** 1 alta, 2 média, 3 baixa (docs/rules/forms.md#pages). */
export const PRIORITIES = [1, 2, 3] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Maximum size of a picture, bytes (docs/rules/team.md#announcements). */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/** File types for the page's file dialog; the server checks the bytes. */
export const PICTURE_ENDINGS = ".png,.jpg,.jpeg";
/** URL prefix of pictures, which need no login; followed by a random name (docs/rules/general.md#media-addresses). */
export const PICTURE_PREFIX = "/public/announcements/";

export const AnnouncementAnswer = v.object({
  id: v.number(),
  title: v.string(),
  text: v.string(),
  priority: v.picklist(PRIORITIES),
  /** Whether the announcement is active; only super users see inactive ones. */
  status: v.boolean(),
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  createdAt: Instant,
  updatedAt: Instant,
});
export type AnnouncementAnswer = v.InferOutput<typeof AnnouncementAnswer>;

/** `read`: whether the caller has opened it. Absent in broadcasts, which are the same for all users. */
export const ListedAnnouncement = v.object({ ...AnnouncementAnswer.entries, read: v.boolean() });
export type ListedAnnouncement = v.InferOutput<typeof ListedAnnouncement>;
export const AnnouncementPage = pageOf("records", ListedAnnouncement);

/** `active=true`: only active announcements, also for super users. */
export const AnnouncementQuery = v.object({
  searchParam: SearchParam,
  pageNumber: PageNumber,
  active: v.optional(v.picklist(["true", "false"])),
});

const PriorityField = v.pipe(
  v.union([v.number(), v.pipe(ShortText, v.regex(/^[123]$/), v.transform(Number))]),
  v.picklist(PRIORITIES),
);
const Status = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(["true", "false"]),
    v.transform((word) => word === "true"),
  ),
]);

/** Title and text required (docs/rules/forms.md#lengths). */
export const AnnouncementBody = v.object({
  title: plainName(1, 100),
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4096)),
  priority: v.optional(PriorityField, 3),
  status: v.optional(Status, true),
});
export type AnnouncementBody = v.InferOutput<typeof AnnouncementBody>;
/** Absent fields keep their value. */
export const UpdateAnnouncementBody = v.object({
  title: v.optional(AnnouncementBody.entries.title),
  text: v.optional(AnnouncementBody.entries.text),
  priority: v.optional(PriorityField),
  status: v.optional(Status),
});
export type UpdateAnnouncementBody = v.InferOutput<typeof UpdateAnnouncementBody>;

/** Number of active announcements that the caller has not opened. */
export const UnreadAnswer = v.object({ unread: v.number() });
export type UnreadAnswer = v.InferOutput<typeof UnreadAnswer>;
