import { words } from "#accounts/audit/locales/en.ts";
import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const en: Dictionary<typeof pt> = {
  page: {
    title: "Audit trail",
    trails: "Trail of",
    company: "Company",
    provider: "Provider",
    export: "Export CSV",
    exporting: "Exporting…",
    emptyTitle: "Nothing recorded yet",
    emptyText:
      "Sign-ins, changes, exports and deletions appear here, with date and IP address. Secrets and conversations are not recorded.",
    noneTitle: "Nothing matches this filter",
    noneText: "Change the period, the person or the action.",
  },
  filter: {
    label: "Audit trail filter",
    person: "Person",
    everybody: "Everyone",
    kind: "Type",
    everything: "Everything",
    verb: "Action",
    anything: "Any",
    from: "From",
    to: "To",
    thing: "Only: {{name}}",
    clear: "Clear filter",
    show: "Filters",
  },
  column: {
    who: "Who",
    what: "What",
    details: "Details",
    company: "Company",
    ip: "IP address",
    when: "When",
  },
  line: {
    number: "no. {{id}}",
    onlyThis: "Only entries about {{name}}",
    count_one: "{{count}} item",
    count_other: "{{count}} items",
    change: "{{field}}: {{from}} → {{to}}",
    none: "–",
  },
  ...words,
};
