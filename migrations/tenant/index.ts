import type { Migration } from "#platform/db/migrate.ts";
import createCompany from "./0001_create_company.sql" with { type: "text" };
import addAttendanceRules from "./0002_add_attendance_rules.sql" with { type: "text" };
import createQuickReply from "./0003_create_quick_reply.sql" with { type: "text" };
import createScheduledMessage from "./0004_create_scheduled_message.sql" with { type: "text" };
import createContactImport from "./0005_create_contact_import.sql" with { type: "text" };
import createHourlyMetric from "./0006_create_hourly_metric.sql" with { type: "text" };
import addFourWeekMetric from "./0007_add_four_week_metric.sql" with { type: "text" };
import createLists from "./0008_create_lists.sql" with { type: "text" };
import createCampaign from "./0009_create_campaign.sql" with { type: "text" };
import createChat from "./0010_create_chat.sql" with { type: "text" };
import createIntegration from "./0011_create_integration.sql" with { type: "text" };
import createPrompt from "./0012_create_prompt.sql" with { type: "text" };
import createPublicApi from "./0013_create_public_api.sql" with { type: "text" };
import addMetaAccount from "./0014_add_meta_account.sql" with { type: "text" };
import createApiKey from "./0015_create_api_key.sql" with { type: "text" };
import createMessageTemplate from "./0016_create_message_template.sql" with { type: "text" };
import createBillingLookup from "./0017_create_billing_lookup.sql" with { type: "text" };
import addCompanyWebhook from "./0018_add_company_webhook.sql" with { type: "text" };
import addPlannedTemplate from "./0019_add_planned_template.sql" with { type: "text" };
import addPrivacy from "./0020_add_privacy.sql" with { type: "text" };
import createAuditLine from "./0021_create_audit_line.sql" with { type: "text" };
import createImportRef from "./0022_create_import_ref.sql" with { type: "text" };
import createPushSubscription from "./0023_create_push_subscription.sql" with { type: "text" };
import createBrand from "./0026_create_brand.sql" with { type: "text" };
import createErasedIdentity from "./0027_create_erased_identity.sql" with { type: "text" };
import keepIdsOfFiles from "./0028_keep_ids_of_files.sql" with { type: "text" };
import addCloseUndo from "./0030_add_close_undo.sql" with { type: "text" };
import sortWaitingTickets from "./0031_sort_waiting_tickets.sql" with { type: "text" };
import markStickers from "./0032_mark_stickers.sql" with { type: "text" };
import indexMessagesByConnection from "./0034_index_messages_by_connection.sql" with { type: "text" };
import indexContactFieldsByName from "./0035_index_contact_fields_by_name.sql" with { type: "text" };
import noteWeakTokens from "./0037_note_weak_tokens.sql" with { type: "text" };
import indexContactsByCreation from "./0043_index_contacts_by_creation.sql" with { type: "text" };
import searchNamesByPart from "./0049_search_names_by_part.sql" with { type: "text" };
import addDailyMetric from "./0050_add_daily_metric.sql" with { type: "text" };
import noteChangedAttendances from "./0063_note_changed_attendances.sql" with { type: "text" };
import removeWordsLater from "./0065_remove_words_later.sql" with { type: "text" };

/** Forward only; a line is never changed after a release. */
export const tenantMigrations: readonly Migration[] = [
  { name: "0001_create_company", sql: createCompany },
  { name: "0002_add_attendance_rules", sql: addAttendanceRules },
  { name: "0003_create_quick_reply", sql: createQuickReply },
  { name: "0004_create_scheduled_message", sql: createScheduledMessage },
  { name: "0005_create_contact_import", sql: createContactImport },
  { name: "0006_create_hourly_metric", sql: createHourlyMetric },
  { name: "0007_add_four_week_metric", sql: addFourWeekMetric },
  { name: "0008_create_lists", sql: createLists },
  { name: "0009_create_campaign", sql: createCampaign },
  { name: "0010_create_chat", sql: createChat },
  { name: "0011_create_integration", sql: createIntegration },
  { name: "0012_create_prompt", sql: createPrompt },
  { name: "0013_create_public_api", sql: createPublicApi },
  { name: "0014_add_meta_account", sql: addMetaAccount },
  { name: "0015_create_api_key", sql: createApiKey },
  { name: "0016_create_message_template", sql: createMessageTemplate },
  { name: "0017_create_billing_lookup", sql: createBillingLookup },
  { name: "0018_add_company_webhook", sql: addCompanyWebhook },
  { name: "0019_add_planned_template", sql: addPlannedTemplate },
  { name: "0020_add_privacy", sql: addPrivacy },
  { name: "0021_create_audit_line", sql: createAuditLine },
  { name: "0022_create_import_ref", sql: createImportRef },
  { name: "0023_create_push_subscription", sql: createPushSubscription },
  { name: "0026_create_brand", sql: createBrand },
  { name: "0027_create_erased_identity", sql: createErasedIdentity },
  { name: "0028_keep_ids_of_files", sql: keepIdsOfFiles },
  { name: "0030_add_close_undo", sql: addCloseUndo },
  { name: "0031_sort_waiting_tickets", sql: sortWaitingTickets },
  { name: "0032_mark_stickers", sql: markStickers },
  { name: "0034_index_messages_by_connection", sql: indexMessagesByConnection },
  { name: "0035_index_contact_fields_by_name", sql: indexContactFieldsByName },
  { name: "0037_note_weak_tokens", sql: noteWeakTokens },
  { name: "0043_index_contacts_by_creation", sql: indexContactsByCreation },
  { name: "0049_search_names_by_part", sql: searchNamesByPart },
  { name: "0050_add_daily_metric", sql: addDailyMetric },
  { name: "0063_note_changed_attendances", sql: noteChangedAttendances },
  { name: "0065_remove_words_later", sql: removeWordsLater },
];
