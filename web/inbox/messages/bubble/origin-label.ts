import type { Origin } from "#inbox/messages/contract.ts";
import type { TextKey } from "#web/i18n/dictionary.ts";
import type { MessageTexts } from "#web/inbox/messages/locales/index.ts";

/** Label of our own messages that no attendant wrote on this page. */
const ORIGINS: Readonly<Partial<Record<Origin, TextKey<MessageTexts>>>> = {
  bot: "bubble.byBot",
  ai: "bubble.byAi",
  phone: "bubble.byPhone",
  schedule: "bubble.bySchedule",
  campaign: "bubble.byCampaign",
  api: "bubble.byApi",
  system: "bubble.bySystem",
  rule: "bubble.byRule",
  followup: "bubble.byFollowUp",
  import: "bubble.byImport",
};

export const originLabel = (origin: Origin): TextKey<MessageTexts> | undefined => ORIGINS[origin];
