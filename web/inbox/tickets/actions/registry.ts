import { acceptAction } from "./accept.tsx";
import { followUpAction } from "./follow-up.tsx";
import { macrosAction } from "./macros.tsx";
import { markUnreadAction } from "./mark-unread.tsx";
import {
  connectionsAction,
  copyProtocolAction,
  deleteAction,
  hideContactAction,
  participantsAction,
  scheduleAction,
  searchAction,
  showContactAction,
  tagsAction,
} from "./menu-actions.tsx";
import { pinAction, togglePinAction, unpinAction } from "./pin.tsx";
import { priorityAction } from "./priority.tsx";
import { reminderAction } from "./reminder.tsx";
import { reopenAction } from "./reopen.tsx";
import { resolveAction, resolveSilentlyAction } from "./resolve.tsx";
import { returnAction } from "./return.tsx";
import { snoozeAction, snoozeButton, snoozeItem } from "./snooze.tsx";
import { takeOverAction } from "./take-over.ts";
import type { HeaderAction, TicketAction } from "./ticket-action.ts";
import { transferAction } from "./transfer.tsx";

/** Buttons of the header. The last one offered is the primary button, as the most likely action. */
export const HEADER_BUTTONS: readonly HeaderAction[] = [
  returnAction,
  transferAction,
  snoozeButton,
  resolveAction,
  acceptAction,
  reopenAction,
];

/** Items of the header's menu. */
export const HEADER_MENU: readonly HeaderAction[] = [
  searchAction,
  showContactAction,
  hideContactAction,
  tagsAction,
  macrosAction,
  snoozeItem,
  followUpAction,
  reminderAction,
  priorityAction,
  markUnreadAction,
  pinAction,
  unpinAction,
  participantsAction,
  connectionsAction,
  scheduleAction,
  copyProtocolAction,
  resolveSilentlyAction,
  deleteAction,
];

/** Actions with a shortcut, in the order of the sheet of shortcuts and of the palette. */
export const SHORTCUT_ACTIONS: readonly (TicketAction & Required<Pick<TicketAction, "key">>)[] = [
  acceptAction,
  resolveAction,
  resolveSilentlyAction,
  returnAction,
  takeOverAction,
  transferAction,
  priorityAction,
  markUnreadAction,
  togglePinAction,
  snoozeAction,
  followUpAction,
  reminderAction,
  macrosAction,
  reopenAction,
];
