import { actorOfSession } from "#accounts/auth/index.ts";
import { mayWork } from "#accounts/companies/index.ts";
import { NotificationsCreated } from "#accounts/notifications/events.ts";
import { MessageCreated } from "#inbox/messages/events.ts";
import { PREVIEW_WORDS, previewLine } from "#inbox/messages/index.ts";
import { TicketTransferred } from "#inbox/tickets/events.ts";
import { findPresented, type TicketScope, ticketById } from "#inbox/tickets/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserActor } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import type { PushPayload } from "./contract.ts";
import { devicesOf, forgetDevice, hasDevices, isOurs } from "./devices.ts";
import { pushPersonal } from "./personal.ts";
import { isNotified } from "./policy.ts";
import * as sql from "./push.sql.ts";
import type { Device } from "./schema.ts";
import { sendTo } from "./send.ts";

/** Messages of one ticket within this time are combined into one notification, ms. */
const TOGETHER_MS = 1_000;
/** Maximum number of characters of a message in a notification. */
const FIRST_WORDS = 120;

interface UnderWay {
  readonly sending: Set<Promise<void>>;
  /** Cancel functions of the pending notifications, by ticket. */
  readonly waiting: Map<string, () => void>;
}
const underWay = new WeakMap<Installation, UnderWay>();

/** Resolves when all running notifications are sent. */
export async function flushNotifications(installation: Installation): Promise<void> {
  await Promise.all(underWay.get(installation)?.sending ?? []);
}

/** Cancels pending notifications and waits for the running ones. */
export async function stopNotifications(installation: Installation): Promise<void> {
  for (const callOff of underWay.get(installation)?.waiting.values() ?? []) callOff();
  await flushNotifications(installation);
}

/**
 * Notifies the devices of the users whom a message concerns. Runs after the commit and delays no request; if a crash
 * loses a notification, the message is still unread in the app.
 */
export function notifyDevices(installation: Installation): void {
  const { bus, clock } = installation;
  const sending = new Set<Promise<void>>();
  const waiting = new Map<string, () => void>();
  underWay.set(installation, { sending, waiting });

  const send = (work: () => Promise<void>, tenant: Tenant) => {
    const release = tenant.keepOpen();
    const sent = work()
      .catch((error: unknown) => tenant.log.error({ err: error }, "push notifications of a message not sent"))
      .finally(() => {
        sending.delete(sent);
        release();
      });
    sending.add(sent);
  };

  bus.after(MessageCreated, (tenant, { message, ticket, notify }) => {
    const key = `${tenant.id}:${ticket.id}`;
    if (!notify || message.fromMe || waiting.has(key) || !hasDevices(tenant)) return;
    const release = tenant.keepOpen();
    const cancel = clock.after(TOGETHER_MS, () => {
      waiting.delete(key);
      send(() => pushMessage(tenant, ticket.id), tenant);
      release();
    });
    waiting.set(key, () => {
      cancel();
      release();
    });
  });
  bus.after(NotificationsCreated, (tenant, { notifications }) => {
    if (!hasDevices(tenant)) return;
    for (const row of notifications) send(() => pushPersonal(tenant, row), tenant);
  });
  bus.after(TicketTransferred, (tenant, { ticket, previous, userId }) => {
    const receiver = ticket.userId;
    if (receiver === null || receiver === previous.userId || receiver === userId || !hasDevices(tenant))
      return;
    send(() => pushTo(tenant, ticket.id, "transfer", (person) => person.id === receiver, null), tenant);
  });
}

/** Sends nothing when the messages were read in the meantime. */
async function pushMessage(tenant: Tenant, ticketId: number): Promise<void> {
  const ticket = ticketById(tenant.db, ticketId);
  if (!ticket || ticket.unreadMessages === 0) return;
  const { lastMessage, lastMessageType } = ticket;
  const wordsIn = (language: Device["language"]) =>
    previewLine(lastMessageType, lastMessage, PREVIEW_WORDS[language]);
  await pushTo(tenant, ticketId, "message", isNotified, wordsIn);
}

async function pushTo(
  tenant: Tenant,
  ticketId: number,
  kind: "message" | "transfer",
  concerns: (person: UserActor, ticket: TicketScope) => boolean,
  wordsIn: ((language: Device["language"]) => string) | null,
): Promise<void> {
  const ticket = ticketById(tenant.db, ticketId);
  const contact = findPresented(tenant, ticketId)?.contact;
  if (!ticket || !contact || !mayWork(tenant)) return;
  const atThePage = tenant.installation.ports.use(RealtimePort).usersWithVisiblePage(tenant.id);
  await Promise.all(
    // Only the attendant is notified of an open ticket; several users may be notified of a pending one.
    devicesOf(tenant, ticket.status === "pending" ? null : (ticket.userId ?? 0)).map(async (device) => {
      const person = actorOfSession(tenant, device.userId, device.sessionId);
      // The login session ended without a sign-out: it expired, or another session replaced it.
      if (!person || !isOurs(tenant, device)) return forgetDevice(tenant, device.id);
      if (atThePage.has(person.id) || !concerns(person, ticket)) return;
      const payload: PushPayload = {
        kind,
        language: device.language,
        ticketId,
        uuid: ticket.uuid,
        name: contact.name.slice(0, 80),
        text: device.preview ? wordsIn?.(device.language).slice(0, FIRST_WORDS) || null : null,
        unread: unreadOf(tenant, person),
      };
      await sendTo(tenant, device, payload);
    }),
  );
}

/** Number of tickets with unread messages of which this user is notified; equal to the number at the page's bell. */
const unreadOf = (tenant: Tenant, person: UserActor): number =>
  queryAll(tenant.db, sql.unreadTickets, { userId: person.id }).filter((ticket) => isNotified(person, ticket))
    .length;
