import { signal } from "@preact/signals-react";

/** Number of unread messages in all chats of the user; shown in the drawer and at the bell. */
export const chatUnread = signal(0);
