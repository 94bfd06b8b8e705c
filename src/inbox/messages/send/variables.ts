import {
  fillVariables,
  firstNameOf,
  greetingAt,
  languageOf,
  timeZoneOf,
  type Values,
  type Variable,
  variableOf,
} from "#accounts/settings/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { contactById } from "#people/contacts/index.ts";
import { fieldInText } from "#people/fields/index.ts";
import { wallClock } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { dateForms } from "#platform/i18n/date-forms.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./variables.sql.ts";

/** The ticket and people whose data fill the variables of a text. */
export interface Situation {
  readonly ticket: Ticket | null;
  readonly contactId: number;
  /** Name of the author, when the ticket has no attendant or the author is another person. */
  readonly userName?: string | undefined;
  readonly queueId?: number | null;
  /** Name of a customer who is not a contact; used for previews. */
  readonly contactName?: string;
}

type NameOf = typeof sql.userName;
const nameIn = (db: Db, statement: NameOf, id: number | null | undefined): string =>
  id === null || id === undefined ? "" : (queryOne(db, statement, { id })?.name ?? "");

/** Values of the variables in a text (docs/rules/variables.md); each is read only when the text uses it. */
export function valuesFor(tenant: Tenant, situation: Situation): Values {
  const { db, clock } = tenant;
  const { ticket, contactId } = situation;
  const now = () => wallClock(clock.now(), timeZoneOf(tenant));
  const contact = () => contactById(db, contactId);
  const contactName = () => situation.contactName ?? contact()?.name ?? "";
  const firstName = () => firstNameOf(contactName());
  const greeting = () => greetingAt(now().hour(), languageOf(tenant));
  const protocol = () => ticket?.protocol ?? "";
  const dateForm = () => dateForms(languageOf(tenant)).date;
  const today = () => now().format(dateForm());
  const clockTime = () => now().format("HH:mm");
  const moment = () => now().format(`${dateForm()} HH:mm`);
  const ticketId = () => (ticket ? String(ticket.id) : "");
  const userName = () => situation.userName ?? nameIn(db, sql.userName, ticket?.userId);
  const queue = () => nameIn(db, sql.queueName, situation.queueId ?? ticket?.queueId);
  const connection = () => nameIn(db, sql.connectionName, ticket?.connectionId);
  const company = () => tenant.company.name;
  const known: Readonly<Record<Variable, () => string>> = {
    firstName,
    name: contactName,
    greeting,
    protocol,
    date: today,
    hour: clockTime,
    datetime: moment,
    number: () => contact()?.number ?? "",
    email: () => contact()?.email ?? "",
    ticket: ticketId,
    userName,
    queue,
    connection,
    company,
  };
  return (name) => {
    const variable = variableOf(name);
    if (variable) return known[variable]();
    const ids = { contactId, ticketId: ticket?.id ?? null };
    const value = fieldInText(tenant, name, ids);
    // If the field has no value, extra information with the same name is used.
    return value || (extraOf(db, contactId, name) ?? value);
  };
}

const extraOf = (db: Db, contactId: number, name: string): string | undefined =>
  queryAll(db, sql.extraFields, { contactId }).find((extra) => extra.name.trim().toLowerCase() === name)
    ?.value;

/** Fills in the variables of a text. */
export const rendered = (tenant: Tenant, text: string, situation: Situation): string =>
  fillVariables(text, valuesFor(tenant, situation));
