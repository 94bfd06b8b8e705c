import { signal } from "@preact/signals-react";
import BellPlus from "lucide-react/icons/bell-plus";
import { maySetSecrets } from "#web/lib/session/session.ts";
import type { HeaderAction } from "./ticket-action.ts";

/** The open dialog of reminders, with the ticket to be reminded of; the shell shows it. */
export const reminding = signal<{
  readonly ticket: { readonly id: number; readonly contactName: string } | null;
} | null>(null);

/** Opens the list of the user's reminders. */
export function openReminders(): void {
  reminding.value = { ticket: null };
}

/** Opens the dialog for a reminder of the ticket. A support session has no reminders. */
export const reminderAction = {
  id: "reminder",
  label: "head.reminder",
  icon: <BellPlus />,
  key: { keys: "h", acts: "command", label: "keys.reminder" },
  isOffered: () => maySetSecrets(),
  run: ({ id, contact }) => {
    reminding.value = { ticket: { id, contactName: contact.name } };
  },
} satisfies HeaderAction;
