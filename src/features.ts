import { apiKeys } from "#accounts/api-keys/feature.ts";
import { audit } from "#accounts/audit/feature.ts";
import { auth } from "#accounts/auth/feature.ts";
import { billing } from "#accounts/billing/feature.ts";
import { companies } from "#accounts/companies/feature.ts";
import { mails } from "#accounts/mails/feature.ts";
import { notices } from "#accounts/notices/feature.ts";
import { notifications } from "#accounts/notifications/feature.ts";
import { openingHours } from "#accounts/opening-hours/feature.ts";
import { plans } from "#accounts/plans/feature.ts";
import { queues } from "#accounts/queues/feature.ts";
import { settings } from "#accounts/settings/feature.ts";
import { signup } from "#accounts/signup/feature.ts";
import { users } from "#accounts/users/feature.ts";
import { workTimes } from "#accounts/work-times/feature.ts";
import { bulkActions } from "#automation/bulk-actions/feature.ts";
import { chatbot } from "#automation/chatbot/feature.ts";
import { integrations } from "#automation/integrations/feature.ts";
import { macros } from "#automation/macros/feature.ts";
import { prompts } from "#automation/prompts/feature.ts";
import { publicApi } from "#automation/public-api/feature.ts";
import { rules } from "#automation/rules/feature.ts";
import { ticketActions } from "#automation/ticket-actions/feature.ts";
import { connections } from "#channels/connections/feature.ts";
import { linkPreviews } from "#channels/link-previews/feature.ts";
import { media } from "#channels/media/feature.ts";
import { templates } from "#channels/templates/feature.ts";
import { chats } from "#inbox/chats/feature.ts";
import { conditions } from "#inbox/conditions/feature.ts";
import { consents } from "#inbox/consents/feature.ts";
import { costs } from "#inbox/costs/feature.ts";
import { dashboard } from "#inbox/dashboard/feature.ts";
import { distribution } from "#inbox/distribution/feature.ts";
import { drafts } from "#inbox/drafts/feature.ts";
import { followUps } from "#inbox/follow-ups/feature.ts";
import { inactivity } from "#inbox/inactivity/feature.ts";
import { messages } from "#inbox/messages/feature.ts";
import { push } from "#inbox/push/feature.ts";
import { quickReplies } from "#inbox/quick-replies/feature.ts";
import { ratings } from "#inbox/ratings/feature.ts";
import { reach } from "#inbox/reach/feature.ts";
import { reconciliation } from "#inbox/reconciliation/feature.ts";
import { reminders } from "#inbox/reminders/feature.ts";
import { reports } from "#inbox/reports/feature.ts";
import { scheduledMessages } from "#inbox/scheduled-messages/feature.ts";
import { sla } from "#inbox/sla/feature.ts";
import { ticketViews } from "#inbox/ticket-views/feature.ts";
import { tickets } from "#inbox/tickets/feature.ts";
import { backgroundTasksFeature } from "#operations/background-tasks/feature.ts";
import { backups } from "#operations/backups/feature.ts";
import { certificates } from "#operations/certificates/feature.ts";
import { firstSteps } from "#operations/first-steps/feature.ts";
import { moves } from "#operations/moves/feature.ts";
import { privacy } from "#operations/privacy/feature.ts";
import { campaigns } from "#outreach/campaigns/feature.ts";
import { contactImports } from "#outreach/contact-imports/feature.ts";
import { contactLists } from "#outreach/contact-lists/feature.ts";
import { fileLists } from "#outreach/file-lists/feature.ts";
import { contacts } from "#people/contacts/feature.ts";
import { fields } from "#people/fields/feature.ts";
import { tags } from "#people/tags/feature.ts";
import type { DirectoryKey } from "#platform/cells.ts";
import { announcements } from "#provider/announcements/feature.ts";
import { branding } from "#provider/branding/feature.ts";
import { cockpit } from "#provider/cockpit/feature.ts";
import { companyDigest } from "#provider/company-digest/feature.ts";
import { helps } from "#provider/helps/feature.ts";
import { importer } from "#provider/importer/feature.ts";
import { invoiceReminders } from "#provider/invoice-reminders/feature.ts";
import type { Feature } from "#tenants/feature.ts";
import type { Shared } from "#tenants/shared/parts.ts";
import { ownTables, type TableKind } from "#tenants/system-tables.ts";
import type { Tenant } from "#tenants/tenant.ts";

/**
 * Every feature of the product, area by area, in the order in which they may import each other: a feature imports only those
 * above it. Listeners of one event run in this order too. Calls against the order go through an event or a port.
 */
export const features: readonly Feature[] = [
  // accounts: Users, companies and plans.
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
  workTimes,
  notifications,
  auth,
  signup,
  apiKeys,
  // people: The contacts of a company.
  tags,
  fields,
  contacts,
  // channels: Connections that receive and send messages.
  media,
  linkPreviews,
  connections,
  templates,
  // inbox: Tickets, their conversations and the team.
  tickets,
  drafts,
  reminders,
  messages,
  conditions,
  ticketViews,
  sla,
  reach,
  costs,
  reconciliation,
  consents,
  quickReplies,
  scheduledMessages,
  followUps,
  distribution,
  ratings,
  inactivity,
  chats,
  dashboard,
  reports,
  push,
  // automation: Replies without a person.
  chatbot,
  prompts,
  integrations,
  ticketActions,
  macros,
  bulkActions,
  rules,
  publicApi,
  // outreach: Messages to many recipients.
  contactImports,
  contactLists,
  fileLists,
  campaigns,
  // operations: Running the installation.
  privacy,
  backups,
  moves,
  backgroundTasksFeature,
  certificates,
  firstSteps,
  // provider: Services of the provider for all companies.
  branding,
  helps,
  announcements,
  companyDigest,
  cockpit,
  invoiceReminders,
  importer,
];

/** Tables of the system file whose rows are deleted with their company. */
export const companyTables = (): readonly string[] =>
  features.flatMap((feature) => feature.companyTables ?? []);

/** All tables of the system file with their kind. */
export const systemTables = (): ReadonlyMap<string, TableKind> =>
  new Map([
    ...ownTables,
    ...features.flatMap(({ companyTables, keptCompanyTables, cellTables, sharedTables }) => [
      ...[...(companyTables ?? []), ...(keptCompanyTables ?? [])].map((table) => [table, "company"] as const),
      ...(cellTables ?? []).map((table) => [table, "cell"] as const),
      ...(sharedTables ?? []).map(({ table }) => [table, "shared"] as const),
    ]),
  ]);

/** Tables of the system file with rows of companies, which a move to another cell takes along. */
export const movedTables = (): readonly string[] =>
  [...systemTables()].flatMap(([table, kind]) => (kind === "company" ? [table] : []));

/** What a company has in the directory. */
export const directoryKeys = (tenant: Tenant): readonly DirectoryKey[] =>
  features.flatMap((feature) => feature.directory?.(tenant) ?? []);
/** What the home cell publishes and the other cells copy. */
export const shared = (): Shared => ({
  tables: features.flatMap((feature) => feature.sharedTables ?? []),
  providerRows: features.flatMap((feature) => feature.providerRows ?? []),
});

/** Names of all jobs: each may have work in a company that was just imported. */
export const jobNames = (): readonly string[] =>
  features.flatMap((feature) => (feature.jobs ?? []).map(({ name }) => name));
