import { type Migration, readSnapshot } from "#platform/db/migrate.ts";
import createAccounts from "./0001_create_accounts.sql" with { type: "text" };
import createPeople from "./0002_create_people.sql" with { type: "text" };
import createChannels from "./0003_create_channels.sql" with { type: "text" };
import createTickets from "./0004_create_tickets.sql" with { type: "text" };
import createMessages from "./0005_create_messages.sql" with { type: "text" };
import createInbox from "./0006_create_inbox.sql" with { type: "text" };
import createMetrics from "./0007_create_metrics.sql" with { type: "text" };
import createAutomation from "./0008_create_automation.sql" with { type: "text" };
import createOutreach from "./0009_create_outreach.sql" with { type: "text" };
import createOperations from "./0010_create_operations.sql" with { type: "text" };
import createProvider from "./0011_create_provider.sql" with { type: "text" };
import addMessagePlace from "./0012_add_message_place.sql" with { type: "text" };
import addIdentityStates from "./0013_add_identity_states.sql" with { type: "text" };
import createReach from "./0014_create_reach.sql" with { type: "text" };
import createCosts from "./0015_create_costs.sql" with { type: "text" };
import createSearchProgress from "./0016_create_search_progress.sql" with { type: "text" };
import createReconciliation from "./0017_create_reconciliation.sql" with { type: "text" };
import addRemovedMessages from "./0018_add_removed_messages.sql" with { type: "text" };
import addWroteElsewhere from "./0019_add_wrote_elsewhere.sql" with { type: "text" };
import fillAnsweredAt from "./0020_fill_answered_at.sql" with { type: "text" };
import indexSentTemplates from "./0021_index_sent_templates.sql" with { type: "text" };
import addBundles from "./0022_add_bundles.sql" with { type: "text" };
import addCheckedThrough from "./0023_add_checked_through.sql" with { type: "text" };
import addLastMovedMessage from "./0024_add_last_moved_message.sql" with { type: "text" };
import countHistoryMessages from "./0025_count_history_messages.sql" with { type: "text" };
import addPriority from "./0026_add_priority.sql" with { type: "text" };
import createNotifications from "./0027_create_notifications.sql" with { type: "text" };
import addMovedRows from "./0028_add_moved_rows.sql" with { type: "text" };
import createDrafts from "./0029_create_drafts.sql" with { type: "text" };
import createFields from "./0030_create_fields.sql" with { type: "text" };
import addSnooze from "./0031_add_snooze.sql" with { type: "text" };
import createResolutions from "./0032_create_resolutions.sql" with { type: "text" };
import createTicketPins from "./0033_create_ticket_pins.sql" with { type: "text" };
import createMessageStars from "./0034_create_message_stars.sql" with { type: "text" };
import addParticipants from "./0035_add_participants.sql" with { type: "text" };
import addSendUndo from "./0036_add_send_undo.sql" with { type: "text" };
import addReceiptTimes from "./0037_add_receipt_times.sql" with { type: "text" };
import createTicketViews from "./0038_create_ticket_views.sql" with { type: "text" };
import createReminders from "./0039_create_reminders.sql" with { type: "text" };
import createBulkRuns from "./0040_create_bulk_runs.sql" with { type: "text" };
import addAttendanceColumns from "./0041_add_attendance_columns.sql" with { type: "text" };
import createLinkPreviews from "./0042_create_link_previews.sql" with { type: "text" };
import createSla from "./0043_create_sla.sql" with { type: "text" };
import createMacros from "./0044_create_macros.sql" with { type: "text" };
import addRatingScales from "./0045_add_rating_scales.sql" with { type: "text" };
import createTranslations from "./0046_create_translations.sql" with { type: "text" };
import createFollowUps from "./0047_create_follow_ups.sql" with { type: "text" };
import createRules from "./0048_create_rules.sql" with { type: "text" };
import createReportFiles from "./0049_create_report_files.sql" with { type: "text" };
import addAdData from "./0050_add_ad_data.sql" with { type: "text" };
import createWorkTimes from "./0051_create_work_times.sql" with { type: "text" };
import sortByDue from "./0052_sort_by_due.sql" with { type: "text" };
import createReportSchedules from "./0053_create_report_schedules.sql" with { type: "text" };
import createRuleMessages from "./0054_create_rule_messages.sql" with { type: "text" };
import forgetRevokedComments from "./0055_forget_revoked_comments.sql" with { type: "text" };
import indexOddNames from "./0056_index_odd_names.sql" with { type: "text" };
import tunePeopleIndexes from "./0057_tune_people_indexes.sql" with { type: "text" };
import mergeSearchIndexesInSteps from "./0058_merge_search_indexes_in_steps.sql" with { type: "text" };
import indexCancelledSends from "./0059_index_cancelled_sends.sql" with { type: "text" };
import shortenStatusChanges from "./0060_shorten_status_changes.sql" with { type: "text" };
import schema from "./schema.sql" with { type: "text" };

/** Forward only; a line is never changed after a release. */
export const tenantMigrations: readonly Migration[] = [
  { name: "0001_create_accounts", sql: createAccounts },
  { name: "0002_create_people", sql: createPeople },
  { name: "0003_create_channels", sql: createChannels },
  { name: "0004_create_tickets", sql: createTickets },
  { name: "0005_create_messages", sql: createMessages },
  { name: "0006_create_inbox", sql: createInbox },
  { name: "0007_create_metrics", sql: createMetrics },
  { name: "0008_create_automation", sql: createAutomation },
  { name: "0009_create_outreach", sql: createOutreach },
  { name: "0010_create_operations", sql: createOperations },
  { name: "0011_create_provider", sql: createProvider },
  { name: "0012_add_message_place", sql: addMessagePlace },
  { name: "0013_add_identity_states", sql: addIdentityStates },
  { name: "0014_create_reach", sql: createReach },
  { name: "0015_create_costs", sql: createCosts },
  { name: "0016_create_search_progress", sql: createSearchProgress },
  { name: "0017_create_reconciliation", sql: createReconciliation },
  { name: "0018_add_removed_messages", sql: addRemovedMessages },
  { name: "0019_add_wrote_elsewhere", sql: addWroteElsewhere },
  { name: "0020_fill_answered_at", sql: fillAnsweredAt },
  { name: "0021_index_sent_templates", sql: indexSentTemplates },
  { name: "0022_add_bundles", sql: addBundles },
  { name: "0023_add_checked_through", sql: addCheckedThrough },
  { name: "0024_add_last_moved_message", sql: addLastMovedMessage },
  { name: "0025_count_history_messages", sql: countHistoryMessages },
  { name: "0026_add_priority", sql: addPriority },
  { name: "0027_create_notifications", sql: createNotifications },
  { name: "0028_add_moved_rows", sql: addMovedRows },
  { name: "0029_create_drafts", sql: createDrafts },
  { name: "0030_create_fields", sql: createFields },
  { name: "0031_add_snooze", sql: addSnooze },
  { name: "0032_create_resolutions", sql: createResolutions },
  { name: "0033_create_ticket_pins", sql: createTicketPins },
  { name: "0034_create_message_stars", sql: createMessageStars },
  { name: "0035_add_participants", sql: addParticipants },
  { name: "0036_add_send_undo", sql: addSendUndo },
  { name: "0037_add_receipt_times", sql: addReceiptTimes },
  { name: "0038_create_ticket_views", sql: createTicketViews },
  { name: "0039_create_reminders", sql: createReminders },
  { name: "0040_create_bulk_runs", sql: createBulkRuns },
  { name: "0041_add_attendance_columns", sql: addAttendanceColumns },
  { name: "0042_create_link_previews", sql: createLinkPreviews },
  { name: "0043_create_sla", sql: createSla },
  { name: "0044_create_macros", sql: createMacros },
  { name: "0045_add_rating_scales", sql: addRatingScales },
  { name: "0046_create_translations", sql: createTranslations },
  { name: "0047_create_follow_ups", sql: createFollowUps },
  { name: "0048_create_rules", sql: createRules },
  { name: "0049_create_report_files", sql: createReportFiles },
  { name: "0050_add_ad_data", sql: addAdData },
  { name: "0051_create_work_times", sql: createWorkTimes },
  { name: "0052_sort_by_due", sql: sortByDue },
  { name: "0053_create_report_schedules", sql: createReportSchedules },
  { name: "0054_create_rule_messages", sql: createRuleMessages },
  { name: "0055_forget_revoked_comments", sql: forgetRevokedComments },
  { name: "0056_index_odd_names", sql: indexOddNames },
  { name: "0057_tune_people_indexes", sql: tunePeopleIndexes },
  { name: "0058_merge_search_indexes_in_steps", sql: mergeSearchIndexesInSteps },
  { name: "0059_index_cancelled_sends", sql: indexCancelledSends },
  { name: "0060_shorten_status_changes", sql: shortenStatusChanges },
];

/** For files that do not exist yet. */
export const tenantSnapshot = readSnapshot(schema);
