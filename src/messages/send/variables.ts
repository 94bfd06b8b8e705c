import { firstNameOf } from "#contacts/contract.ts";
import { contactById } from "#contacts/index.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import { type WallClock, wallClock } from "#platform/zone.ts";
import { languageOf, timeZoneOf } from "#settings/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Ticket } from "#tickets/index.ts";
import { greetingAt, render, type Values } from "./render.ts";

/** Who and what a text is about. */
export interface Situation {
  readonly ticket: Ticket | null;
  readonly contactId: number;
  /** Whoever speaks, when the ticket has no attendant (or another one is meant). */
  readonly userName?: string | undefined;
  readonly queueId?: number | null;
  /** Name of a customer who is no contact: where a text is only tried out. */
  readonly contactName?: string;
}

const two = (value: number): string => String(value).padStart(2, "0");
const date = ({ day, month, year }: WallClock): string => `${two(day)}/${two(month)}/${year}`;
const hour = (clock: WallClock): string => `${two(clock.hour)}:${two(clock.minute)}`;

const nameIn = (db: Db, sql: string, id: number | null | undefined): string =>
  id === null || id === undefined ? "" : (one<{ name: string }>(db, sql, id)?.name ?? "");
const USER = "SELECT name FROM user WHERE id = ?";
const QUEUE = "SELECT name FROM queue WHERE id = ?";
const CONNECTION = "SELECT name FROM connection WHERE id = ?";
const EXTRAS = "SELECT name, value FROM contact_extra WHERE contact_id = ?";

/** The variables of behaviour 7.4 for one text, looked up as they are used. */
export function valuesFor(tenant: Tenant, situation: Situation): Values {
  const { db, clock } = tenant;
  const { ticket, contactId } = situation;
  const now = () => wallClock(clock.now(), timeZoneOf(tenant));
  const contact = () => contactById(db, contactId);
  const contactName = () => situation.contactName ?? contact()?.name ?? "";
  const firstName = () => firstNameOf(contactName());
  const greeting = () => greetingAt(now().hour, languageOf(tenant));
  const protocol = () => ticket?.protocol ?? "";
  const today = () => date(now());
  const clockTime = () => hour(now());
  const moment = () => `${date(now())} ${hour(now())}`;
  const ticketId = () => (ticket ? String(ticket.id) : "");
  const userName = () => situation.userName ?? nameIn(db, USER, ticket?.userId);
  const queue = () => nameIn(db, QUEUE, situation.queueId ?? ticket?.queueId);
  const connection = () => nameIn(db, CONNECTION, ticket?.connectionId);
  const company = () => tenant.company.name;
  const known = new Map<string, () => string>([
    ["firstname", firstName],
    ["primeiro_nome", firstName],
    ["name", contactName],
    ["nome", contactName],
    ["gretting", greeting],
    ["greeting", greeting],
    ["ms", greeting],
    ["saudacao", greeting],
    ["protocol", protocol],
    ["protocolo", protocol],
    ["date", today],
    ["data", today],
    ["hour", clockTime],
    ["hora", clockTime],
    ["time", clockTime],
    ["data_hora", moment],
    ["datetime", moment],
    ["number", () => contact()?.number ?? ""],
    ["numero", () => contact()?.number ?? ""],
    ["email", () => contact()?.email ?? ""],
    ["ticket_id", ticketId],
    ["ticket", ticketId],
    ["username", userName],
    ["user", userName],
    ["atendente", userName],
    ["queue", queue],
    ["fila", queue],
    ["connection", connection],
    ["conexao", connection],
    ["name_company", company],
    ["company", company],
    ["empresa", company],
  ]);
  return (name) => known.get(name)?.() ?? extraOf(db, contactId, name);
}

const extraOf = (db: Db, contactId: number, name: string): string | undefined =>
  all<{ name: string; value: string }>(db, EXTRAS, contactId).find(
    (extra) => extra.name.trim().toLowerCase() === name,
  )?.value;

/** A text with its variables filled in. */
export const rendered = (tenant: Tenant, text: string, situation: Situation): string =>
  render(text, valuesFor(tenant, situation));
