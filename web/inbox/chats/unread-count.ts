import { signal } from "@preact/signals-react";

/** Unread messages in all chats of this person; the drawer and the bell show it. */
export const chatUnread = signal(0);
