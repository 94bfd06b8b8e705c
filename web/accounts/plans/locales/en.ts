import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the plans, English. */
export const en: Dictionary<typeof pt> = {
  page: {
    title: "Plans",
    add: "Add plan",
    search: "Search plans",
    emptyTitle: "No plans yet",
    emptyText: "Create a plan with limits, features and a price, and offer it to companies.",
  },
  column: {
    name: "Name",
    limits: "Limits",
    features: "Features",
    value: "Price per month",
    companies: "Companies",
    actions: "Actions",
  },
  row: {
    limits: "Users: {{users}} · Connections: {{connections}} · Queues: {{queues}}",
    storage: "Files: {{storage}}",
    noStorageLimit: "no limit",
    hidden: "Not offered",
    allFeatures: "All",
    noFeatures: "None",
    edit: "Edit {{name}}",
    delete: "Delete {{name}}",
  },
  form: {
    addTitle: "New plan",
    editTitle: "Edit plan",
    name: "Name",
    users: "Users",
    connections: "Connections",
    queues: "Queues",
    storage: "Files",
    storageHelp: "Without space, messages still arrive; only their files wait.",
    value: "Price",
    valueHelp: "Per month, in reais.",
    limits: "Limits",
    features: "Features",
    enabled: "Offer at sign-up",
    enabledHelp: "People who sign up on their own can choose this plan.",
    saved: "Operation completed successfully!",
    failed:
      "The operation could not be completed. Check whether there is already a plan with the same name or whether the fields were filled in correctly.",
  },
  flag: {
    useCampaigns: "Campaigns",
    useSchedules: "Scheduled messages",
    useInternalChat: "Internal chat",
    useExternalApi: "External API",
    useKanban: "Kanban",
    useOpenAi: "Artificial intelligence",
    useIntegrations: "Integrations",
  },
  remove: {
    title: "Delete {{name}}?",
    deleted: "Operation completed successfully!",
    failed: "The operation could not be completed.",
    inUse: "The operation could not be completed. There are companies with this plan.",
  },
};
