import { route } from "#tenants/route.ts";
import {
  NotificationPage,
  NotificationQuery,
  NotificationReadAnswer,
  NotificationReadBody,
} from "./contract.ts";
import { notificationPage } from "./present.ts";
import { readNotifications } from "./read.ts";

export const notificationRoutes = [
  route({
    method: "GET",
    path: "/notifications",
    notForSupport: true,
    summary: "A page of the caller's notifications, newest first",
    query: NotificationQuery,
    answer: NotificationPage,
    handle: ({ ctx, query }) =>
      notificationPage(ctx, { pageNumber: query.pageNumber, onlyUnread: query.unread === "true" }),
  }),
  route({
    method: "PUT",
    path: "/notifications/read",
    notForSupport: true,
    unaudited: "changes only the caller's own marks",
    summary: "Mark notifications of the caller as read",
    body: NotificationReadBody,
    answer: NotificationReadAnswer,
    handle: ({ ctx, body }) => ({ unread: readNotifications(ctx, body) }),
  }),
];
