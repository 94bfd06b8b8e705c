import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import {
  AnnouncementAnswer,
  AnnouncementBody,
  AnnouncementPage,
  AnnouncementQuery,
  UnreadAnswer,
  UpdateAnnouncementBody,
} from "./contract.ts";
import { attachPicture, detachPicture } from "./picture.ts";
import { presentAnnouncement } from "./present.ts";
import { markAllRead, markRead, pageOfAnnouncements, readAnnouncement, unreadOf } from "./read.ts";
import { createAnnouncement, deleteAnnouncement, updateAnnouncement } from "./write.ts";

export const announcementRoutes = [
  route({
    method: "GET",
    path: "/announcements",
    summary: "A page of the provider's announcements",
    query: AnnouncementQuery,
    answer: AnnouncementPage,
    handle: ({ ctx, query }) => pageOfAnnouncements(ctx, query),
  }),
  route({
    method: "GET",
    path: "/announcements/unread",
    summary: "Number of active announcements that the caller has not opened",
    answer: UnreadAnswer,
    handle: ({ ctx }) => unreadOf(ctx),
  }),
  route({
    method: "POST",
    path: "/announcements/read-all",
    unaudited: "changes only the caller's own marks",
    summary: "Mark all current announcements as read by the caller",
    answer: UnreadAnswer,
    handle: ({ ctx }) => markAllRead(ctx),
  }),
  route({
    method: "GET",
    path: "/announcements/:id",
    summary: "One announcement",
    params: IdParams,
    answer: AnnouncementAnswer,
    handle: ({ ctx, params }) => readAnnouncement(ctx, params.id),
  }),
  route({
    method: "POST",
    path: "/announcements/:id/read",
    unaudited: "changes only the caller's own marks",
    summary: "Mark an announcement as read by the caller",
    params: IdParams,
    answer: UnreadAnswer,
    handle: ({ ctx, params }) => markRead(ctx, params.id),
  }),
  route({
    method: "POST",
    path: "/announcements",
    audit: "announcement.created",
    access: "super",
    cell: "home",
    summary: "Create an announcement to every company",
    body: AnnouncementBody,
    answer: AnnouncementAnswer,
    handle: ({ ctx, body }) => presentAnnouncement(createAnnouncement(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/announcements/:id",
    audit: "announcement.changed",
    access: "super",
    cell: "home",
    summary: "Change an announcement",
    params: IdParams,
    body: UpdateAnnouncementBody,
    answer: AnnouncementAnswer,
    handle: ({ ctx, params, body }) => presentAnnouncement(updateAnnouncement(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/announcements/:id",
    audit: "announcement.removed",
    access: "super",
    cell: "home",
    summary: "Delete an announcement and its picture",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteAnnouncement(ctx, params.id);
      return { message: "announcement deleted" };
    },
  }),
  route({
    method: "POST",
    path: "/announcements/:id/media-upload",
    audit: "announcement.changed",
    access: "super",
    cell: "home",
    summary: "Set the picture of an announcement (multipart `file`, PNG or JPEG, at most 5 MB)",
    params: IdParams,
    rawBody: true,
    answer: AnnouncementAnswer,
    handle: async ({ ctx, params, request }) =>
      presentAnnouncement(await attachPicture(ctx, params.id, request)),
  }),
  route({
    method: "DELETE",
    path: "/announcements/:id/media-upload",
    audit: "announcement.changed",
    access: "super",
    cell: "home",
    summary: "Remove the picture of an announcement",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      detachPicture(ctx, params.id);
      return { message: "file deleted" };
    },
  }),
];
