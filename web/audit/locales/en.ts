import { words } from "#audit/locales/en.ts";
import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const en: Dictionary<typeof pt> = {
  page: {
    title: "Audit trail",
    trails: "Whose",
    company: "Company",
    provider: "Provider",
    export: "Export CSV",
    exporting: "Exporting…",
    emptyTitle: "Nothing recorded yet",
    emptyText:
      "Whoever signs in, changes, exports or deletes something appears here, with date and address. Secrets and conversations are not in the trail.",
    noneTitle: "Nothing matches this filter",
    noneText: "Change the period, the person or the action.",
  },
  filter: {
    label: "Audit trail filter",
    person: "Person",
    everybody: "Everybody",
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
    onlyThis: "Only lines about {{name}}",
    count_one: "{{count}} item",
    count_other: "{{count}} items",
    change: "{{field}}: {{from}} → {{to}}",
    none: "–",
  },
  ...words,
};
