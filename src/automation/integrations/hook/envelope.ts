import { sessionOf } from "#automation/integrations/responder/sessions.ts";
import type { Integration, Session } from "#automation/integrations/schema.ts";
import { findConnection } from "#channels/connections/index.ts";
import { mediaFileById, mediaUrl } from "#channels/media/index.ts";
import type { Message } from "#inbox/messages/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { contactById, identitiesOf } from "#people/contacts/index.ts";
import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import type { CellByRequest } from "#platform/http/cells/cell-rule.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

const PURPOSE = "integration-callback";

/** The token of a conversation's callback address, signed by us; invalid once the conversation is over. */
function callbackToken({ id, installation }: Tenant, { ticketId, nonce }: Session): string {
  const claim = `${id}.${ticketId}.${nonce}`;
  return `${claim}.${installation.secrets.sign(PURPOSE, claim)}`;
}

interface CallbackClaim {
  readonly companyId: number;
  readonly ticketId: number;
  readonly nonce: string;
}

/** What a token names; undefined when it is forged. */
function readToken(secrets: Pick<Secrets, "sign">, token: string): CallbackClaim | undefined {
  const [companyId, ticketId, nonce = "", signature, ...rest] = token.split(".");
  const claim = `${companyId}.${ticketId}.${nonce}`;
  if (rest.length > 0 || !signature || !equalSecrets(secrets.sign(PURPOSE, claim), signature)) return;
  return { companyId: Number(companyId), ticketId: Number(ticketId), nonce };
}

/** The cell of the conversation whose token is in the path. */
export const cellOfCallback: CellByRequest<{ readonly token: string }> = {
  by: "company",
  of: ({ params, secrets }) => readToken(secrets, params.token)?.companyId ?? null,
};

/** The conversation of a token; undefined when the token is forged or the conversation over. */
export function conversationOf(
  { secrets, tenants }: Installation,
  token: string,
): { readonly tenant: Tenant; readonly session: Session } | undefined {
  const claim = readToken(secrets, token);
  if (!claim || !tenants.exists(claim.companyId)) return;
  const tenant = tenants.open(claim.companyId);
  const session = sessionOf(tenant.db, claim.ticketId);
  return session && session.nonce === claim.nonce ? { tenant, session } : undefined;
}

/** An event for the envelope. */
export interface EnvelopeEvent {
  readonly type: string;
  readonly at: number;
  /** Null for an event of the company. */
  readonly connectionId: number | null;
  readonly ticket?: Ticket | null;
  readonly message?: Message | null;
  /** The contact of an event without a ticket. */
  readonly contactId?: number;
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
  const contactId = ticket?.contactId ?? what.contactId;
  const connection = what.connectionId === null ? null : findConnection(tenant.db, what.connectionId);
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
    contact: contactId === undefined ? null : presentContact(tenant, contactId),
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
  const identities = identitiesOf(tenant.db, contactId)
    .filter(({ formerAt }) => formerAt === null)
    .map(({ kind, value }) => ({ kind, value }));
  const { id, name, number } = contact;
  return { id, name, number: number ?? "", phone: number, identities };
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
