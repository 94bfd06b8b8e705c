import type { ActionDraft } from "#web/automation/ticket-actions/draft.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import type pt from "./locales/pt.json";
import type { RuleDraft } from "./rule-form.ts";

export const TEMPLATES = ["keyword", "urgent", "rating", "ad"] as const;
export type Template = (typeof TEMPLATES)[number];

const action = (kind: ActionDraft["action"], keys: object): ActionDraft => ({ action: kind, ...keys });

/** A rule to begin with; ids of the company's own objects are still missing in it. */
export function draftOf(template: Template, t: Translate<typeof pt>): Partial<RuleDraft> {
  const name = t(`template.${template}`);
  switch (template) {
    case "keyword":
      return {
        name,
        event: "message_received",
        conditions: {
          all: [{ field: "message.text", op: "contains_word", value: [t("template.keywordWord")] }],
        },
        actions: [action("transfer", {})],
      };
    case "urgent":
      return {
        name,
        event: "no_answer",
        settings: { minutes: 30, hours: "open" },
        actions: [action("priority", { priority: 4 })],
      };
    case "rating":
      return {
        name,
        event: "rated",
        conditions: { all: [{ field: "rating.rate", op: "lt", value: 2 }] },
        actions: [action("notify", { to: ["supervisors"], userIds: [], text: t("template.ratingNotice") })],
      };
    case "ad":
      return {
        name,
        event: "ticket_created",
        conditions: { all: [{ field: "ad.present", op: "is", value: true }] },
        actions: [action("tag_add", { tagIds: [] })],
      };
  }
}
