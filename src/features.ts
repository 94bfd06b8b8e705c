import { announcements } from "#announcements/feature.ts";
import { apiKeys } from "#api-keys/feature.ts";
import { audit } from "#audit/feature.ts";
import { auth } from "#auth/feature.ts";
import { backups } from "#backups/feature.ts";
import { billing } from "#billing/feature.ts";
import { branding } from "#branding/feature.ts";
import { campaigns } from "#campaigns/feature.ts";
import { certificates } from "#certificates/feature.ts";
import { chatbot } from "#chatbot/feature.ts";
import { chats } from "#chats/feature.ts";
import { cockpit } from "#cockpit/feature.ts";
import { companies } from "#companies/feature.ts";
import { companyDigest } from "#company-digest/feature.ts";
import { connections } from "#connections/feature.ts";
import { consents } from "#consents/feature.ts";
import { contactImports } from "#contact-imports/feature.ts";
import { contactLists } from "#contact-lists/feature.ts";
import { contacts } from "#contacts/feature.ts";
import { dashboard } from "#dashboard/feature.ts";
import { distribution } from "#distribution/feature.ts";
import { fileLists } from "#file-lists/feature.ts";
import { firstSteps } from "#first-steps/feature.ts";
import { helps } from "#helps/feature.ts";
import { importer } from "#importer/feature.ts";
import { inactivity } from "#inactivity/feature.ts";
import { integrations } from "#integrations/feature.ts";
import { invoiceReminders } from "#invoice-reminders/feature.ts";
import { mails } from "#mails/feature.ts";
import { media } from "#media/feature.ts";
import { messages } from "#messages/feature.ts";
import { notices } from "#notices/feature.ts";
import { openingHours } from "#opening-hours/feature.ts";
import { plans } from "#plans/feature.ts";
import { privacy } from "#privacy/feature.ts";
import { prompts } from "#prompts/feature.ts";
import { publicApi } from "#public-api/feature.ts";
import { push } from "#push/feature.ts";
import { queues } from "#queues/feature.ts";
import { quickReplies } from "#quick-replies/feature.ts";
import { ratings } from "#ratings/feature.ts";
import { scheduledMessages } from "#scheduled-messages/feature.ts";
import { settings } from "#settings/feature.ts";
import { signup } from "#signup/feature.ts";
import { tags } from "#tags/feature.ts";
import { templates } from "#templates/feature.ts";
import type { Feature } from "#tenants/feature.ts";
import { tickets } from "#tickets/feature.ts";
import { users } from "#users/feature.ts";
import { works } from "#works/feature.ts";

/**
 * Every feature of the product, in the order in which they may import each other: a feature imports only those above
 * it, and what must go up goes by an event.
 */
export const features: readonly Feature[] = [
  settings,
  audit,
  openingHours,
  companies,
  plans,
  billing,
  notices,
  mails,
  queues,
  users,
  auth,
  signup,
  tags,
  contacts,
  media,
  branding,
  connections,
  templates,
  tickets,
  messages,
  consents,
  quickReplies,
  scheduledMessages,
  distribution,
  ratings,
  inactivity,
  chatbot,
  prompts,
  integrations,
  contactImports,
  contactLists,
  fileLists,
  campaigns,
  chats,
  apiKeys,
  publicApi,
  dashboard,
  firstSteps,
  push,
  privacy,
  helps,
  announcements,
  companyDigest,
  backups,
  works,
  certificates,
  cockpit,
  invoiceReminders,
  importer,
];

/** Tables of the system file with rows of companies. */
export const companyTables = (): readonly string[] =>
  features.flatMap((feature) => feature.companyTables ?? []);

/** Names of all jobs: each may have work in a company that has just come in. */
export const jobNames = (): readonly string[] =>
  features.flatMap((feature) => (feature.jobs ?? []).map(({ name }) => name));
