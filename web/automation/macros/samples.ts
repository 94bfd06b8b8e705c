import type { ActionDraft } from "#web/automation/ticket-actions/draft.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import type pt from "#web/inbox/tickets/macros/locales/pt.json";

/** A macro to begin with; ids of the company's own objects are still missing in it. */
export interface Sample {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly actions: readonly ActionDraft[];
}

/** The samples of an empty list, in the language of the page. */
export const samplesOf = (t: Translate<typeof pt>): readonly Sample[] => [
  {
    id: "check",
    name: t("sample.checkName"),
    description: t("sample.checkText"),
    actions: [
      { action: "reply", text: raw(t, "sample.checkReply") },
      { action: "snooze", mode: "either", minutes: 60 },
    ],
  },
  {
    id: "move",
    name: t("sample.moveName"),
    description: t("sample.moveText"),
    actions: [
      { action: "reply", text: raw(t, "sample.moveReply") },
      { action: "note", text: t("sample.moveNote") },
      { action: "transfer" },
    ],
  },
  {
    id: "close",
    name: t("sample.closeName"),
    description: t("sample.closeText"),
    actions: [
      { action: "reply", text: raw(t, "sample.closeReply") },
      { action: "resolve", farewell: false },
    ],
  },
];

/** A text with variables of messages, which stay as they are. */
const raw = (
  t: Translate<typeof pt>,
  key: "sample.checkReply" | "sample.moveReply" | "sample.closeReply",
): string => t(key, { greeting: "{{greeting}}", firstName: "{{firstName}}" });
