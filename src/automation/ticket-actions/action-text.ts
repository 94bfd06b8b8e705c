import { languageOf } from "#accounts/settings/index.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import { activeFields, textOfValue } from "#people/fields/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { TicketAction } from "./contract.ts";
import { NAMES } from "./named.sql.ts";
import { snoozeEnd } from "./snooze.ts";

/**
 * The text of an action in a preview: the text of a note; for other actions the names of the objects that it sets, or
 * its value; for `snooze` the end as an ISO time. Deleted objects have no name. Replies have no text here, because it
 * is known only when they are written.
 */
export function actionText(tenant: Tenant, ticketId: number, action: TicketAction): string {
  const name = (kind: keyof typeof NAMES, id: number | undefined) =>
    id === undefined ? [] : (queryOne(tenant.db, NAMES[kind], { id })?.name ?? []);
  const joined = (...names: readonly (string | readonly string[])[]) => names.flat().join(", ");
  switch (action.action) {
    case "note":
      return action.text;
    case "tag_add":
    case "tag_remove":
      return joined(...action.tagIds.map((id) => name("tag", id)));
    case "priority":
      return String(action.priority);
    case "assign":
      return action.userId === "me" ? "" : joined(name("user", action.userId));
    case "participant_add":
      return joined(...action.userIds.map((id) => name("user", id)));
    case "transfer":
      return joined(name("queue", action.queueId), name("user", action.userId));
    case "return":
      return action.reason ?? "";
    case "resolve":
      return joined(name("resolution", action.resolutionId));
    case "follow_up":
      return joined(name("follow_up", action.followUpId));
    case "field_set":
      return fieldText(tenant, action);
    case "snooze": {
      const ticket = ticketById(tenant.db, ticketId);
      const until = ticket ? snoozeEnd(tenant, ticket, action) : null;
      return until === null ? "" : new Date(until).toISOString();
    }
    case "reply":
      return "";
  }
}

function fieldText(tenant: Tenant, { key, value }: Extract<TicketAction, { action: "field_set" }>): string {
  const field = [...activeFields(tenant, "contact"), ...activeFields(tenant, "ticket")].find(
    (one) => one.key === key,
  );
  if (!field) return key;
  const language = languageOf(tenant).slice(0, 2) as PageLanguage;
  return `${field.label}: ${value === null ? "–" : textOfValue(field.kind, value, language)}`;
}
