import type { FieldValues } from "#people/fields/contract.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { ContactAnswer, ContactPhone, ContactRef } from "./contract.ts";
import { channelsOf } from "./identities/identity.ts";
import { pictureUrl } from "./pictures.ts";
import type { Existence } from "./schema.ts";

export interface ContactRefRow {
  readonly id: number;
  readonly name: string;
  readonly number: string | null;
  readonly picture_id: number | null;
  readonly picture_name: string | null;
}
export interface ContactRow extends ContactRefRow {
  readonly uuid: string;
  readonly email: string;
  readonly is_group: number;
  readonly blocked: number;
  readonly disable_bot: number;
  readonly opted_out_at: number | null;
  readonly connection_id: number | null;
  readonly connection_name: string | null;
  readonly existence: Existence | null;
  /** Kinds of its identities, separated by commas. */
  readonly kinds: string | null;
  readonly username: string | null;
  readonly phone_asked_at: number | null;
  readonly phone_refused_at: number | null;
  readonly offered_phone: string | null;
  readonly tickets: number;
  readonly last_ticket_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}
export interface ExtraRow {
  readonly id: number;
  readonly contact_id: number;
  readonly name: string;
  readonly value: string;
}

export interface TagRow {
  readonly id: number;
  readonly contact_id: number;
  readonly name: string;
  readonly color: string;
  readonly kanban: number;
}

/**
 * `number` is "" when the phone is not known; no other identity is shown in its place
 * (docs/rules/contacts.md#identities).
 */
export const presentContactRef = (tenant: Tenant, row: ContactRefRow): ContactRef => ({
  id: row.id,
  name: row.name,
  number: row.number ?? "",
  profilePicUrl: pictureUrl(tenant, row.picture_id, row.picture_name),
});

/** Uses only the entries of `extras` and `tags` that belong to the contact. */
export function presentContactRow(
  tenant: Tenant,
  row: ContactRow,
  extras: readonly ExtraRow[],
  tags: readonly TagRow[],
  fields: FieldValues,
): ContactAnswer {
  return {
    ...presentContactRef(tenant, row),
    uuid: row.uuid,
    email: row.email,
    isGroup: row.is_group === 1,
    blocked: row.blocked === 1,
    disableBot: row.disable_bot === 1,
    optedOutAt: row.opted_out_at === null ? null : new Date(row.opted_out_at).toISOString(),
    exists: row.existence ?? "unknown",
    channels: channelsOf(row.kinds?.split(",") ?? []),
    username: row.username,
    reachedBy: row.kinds?.split(",") ?? [],
    phone: phoneOf(row),
    extraInfo: extras
      .filter((extra) => extra.contact_id === row.id)
      .map(({ id, name, value }) => ({ id, name, value })),
    fields,
    tags: tags
      .filter((tag) => tag.contact_id === row.id)
      .map(({ id, name, color, kanban }) => ({ id, name, color, kanban })),
    whatsapp: row.connection_id === null ? null : { id: row.connection_id, name: row.connection_name ?? "" },
    ticketsCount: row.tickets,
    lastTicketAt: row.last_ticket_at === null ? null : new Date(row.last_ticket_at).toISOString(),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

function phoneOf(row: ContactRow): ContactPhone {
  const { number, phone_asked_at: askedAt, phone_refused_at: refusedAt } = row;
  const unknown = refusedAt !== null ? "refused" : askedAt !== null ? "asked" : "none";
  return {
    state: number === null ? unknown : "known",
    askedAt: askedAt === null ? null : new Date(askedAt).toISOString(),
    offered: number === null ? row.offered_phone : null,
  };
}
