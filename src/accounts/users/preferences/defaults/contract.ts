// A file without schemas, because the first page load needs these values but must not load valibot.
import type { Preferences } from "#accounts/users/preferences/contract.ts";

/** Kinds of personal notifications (docs/rules/notifications.md#kinds); here because a preference names them. */
export const NOTIFICATION_KINDS = [
  "mention",
  "participant_news",
  "taken_over",
  "reminder_due",
  "woken",
  "sla_warning",
  "sla_missed",
  "follow_up_ended",
  "close_taken_back",
  "rule_notice",
  "bulk_done",
  "report_ready",
] as const;
export const DEFAULT_PREFERENCES: Preferences = {
  listSort: {},
  afterResolve: "list",
  singleKeys: true,
  undoSendSeconds: 0,
  sendAndResolve: false,
  viewBar: [],
  macrosWithoutPreview: [],
  pushKinds: [...NOTIFICATION_KINDS],
};
