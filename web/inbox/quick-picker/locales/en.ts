import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const en = {
  picker: {
    label: "Quick replies",
    loading: "Loading…",
    failed: "The list could not be loaded",
    none: "No quick replies yet",
    notFound: "No replies with “{{text}}”",
    found_one: "{{count}} quick reply. Use the arrows and Enter.",
    found_other: "{{count}} quick replies. Use the arrows and Enter.",
    manage: "Create quick replies",
    preview: "As the customer reads it",
    shared: "Shared",
    choose: "choose",
    close: "close",
  },
  enclosed: {
    title: "Quick reply file",
    remove: "Do not send the file",
  },
} as const satisfies Dictionary<typeof pt>;
