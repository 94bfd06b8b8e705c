import { sessionOf } from "#automation/integrations/responder/sessions.ts";
import type { Integration } from "#automation/integrations/schema.ts";
import { findConnection } from "#channels/connections/index.ts";
import { mediaFileById, mediaUrl } from "#channels/media/index.ts";
import type { Message } from "#inbox/messages/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { contactById, identitiesOf } from "#people/contacts/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { callbackToken } from "./callback-token.ts";

/** An event for the envelope. */
export interface EnvelopeEvent {
  readonly type: string;
  readonly at: number;
  readonly connectionId: number;
  readonly ticket?: Ticket | null;
  readonly message?: Message | null;
  /** Additional fields of the event type (a rate, a state). */
  readonly extra?: Readonly<Record<string, unknown>>;
}

const iso = (ms: number): string => new Date(ms).toISOString();
/** The public address of this installation; without PUBLIC_URL it works only on the same machine. */
const publicAddress = ({ config }: Installation): string =>
  config.publicUrl ?? `http://localhost:${config.port}`;

/** The envelope of docs/rules/integrations.md#webhook, as it is signed and sent. */
export function envelope(
  tenant: Tenant,
  integration: Integration,
  uuid: string,
  what: EnvelopeEvent,
): string {
  const { ticket = null, message = null } = what;
  const connection = findConnection(tenant.db, what.connectionId);
  const session = ticket ? sessionOf(tenant.db, ticket.id) : undefined;
  const talks = session?.integrationId === integration.id && ticket?.useIntegration === true;
  return JSON.stringify({
    id: uuid,
    type: what.type,
    version: 1,
    occurredAt: iso(what.at),
    company: { id: tenant.id, name: tenant.company.name },
    connection: connection && { id: connection.id, name: connection.name, channel: connection.channel },
    ticket: ticket && presentTicket(ticket),
    contact: ticket && presentContact(tenant, ticket.contactId),
    message: message && presentMessage(tenant, message),
    ...what.extra,
    links: talks
      ? {
          callback: `${publicAddress(tenant.installation)}/api/integrations/callback/${callbackToken(tenant, session)}`,
        }
      : {},
  });
}

const presentTicket = (ticket: Ticket) => ({
  id: ticket.id,
  uuid: ticket.uuid,
  status: ticket.status,
  queueId: ticket.queueId,
  userId: ticket.userId,
  protocol: ticket.protocol,
});

function presentContact(tenant: Tenant, contactId: number) {
  const contact = contactById(tenant.db, contactId);
  if (!contact) return null;
  const identities = identitiesOf(tenant.db, contactId).map(({ kind, value }) => ({ kind, value }));
  return { id: contact.id, name: contact.name, number: contact.number ?? "", identities };
}

const presentMessage = (tenant: Tenant, message: Message) => ({
  id: message.id,
  body: message.body,
  fromMe: message.fromMe,
  ack: message.ack,
  mediaType: message.mediaType,
  mediaUrl: addressOfFile(tenant, message.mediaId),
  createdAt: iso(message.createdAt),
});

/** The signed address of a message's file, valid for one or two days. */
export function addressOfFile(tenant: Tenant, fileId: number | null): string | null {
  const file = fileId === null ? undefined : mediaFileById(tenant.db, fileId);
  if (file?.state !== "stored") return null;
  return `${publicAddress(tenant.installation)}${mediaUrl(tenant, file.id, file.name)}`;
}
