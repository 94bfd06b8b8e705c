import type { Channel } from "#channels/connections/contract.ts";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import * as sql from "./activity.sql.ts";

const HOUR_MS = 60 * 60_000;
/**
 * Official and page channels accept replies this long after the customer's last message
 * (docs/rules/official-channels.md#answer-window).
 */
export const ANSWER_WINDOW_MS = 24 * HOUR_MS;
/** On pages a person may reply this long, with the tag HUMAN_AGENT. */
const HUMAN_WINDOW_MS = 7 * 24 * HOUR_MS;

/** What the answer window depends on. */
export interface WindowedChat {
  readonly channel: Channel;
  readonly provider: string;
  /** When the customer last wrote to this connection, ms; null = never. */
  readonly wroteAt: number | null;
}

/** Who may write to the customer now: everything, people alone (on pages), or on the official WhatsApp templates alone. */
export type AnswerWindow = "open" | "people" | "closed";

/** Whether the network has an answer window. */
export const hasWindow = ({ channel, provider }: Pick<WindowedChat, "channel" | "provider">): boolean =>
  channel !== "whatsapp" || provider === "cloud";

/** The rule of docs/rules/official-channels.md#answer-window; pure. */
export function windowAt(chat: WindowedChat, nowMs: number): AnswerWindow {
  if (!hasWindow(chat)) return "open";
  const silentMs = chat.wroteAt === null ? Number.POSITIVE_INFINITY : nowMs - chat.wroteAt;
  if (silentMs < ANSWER_WINDOW_MS) return "open";
  return chat.channel !== "whatsapp" && silentMs < HUMAN_WINDOW_MS ? "people" : "closed";
}

/**
 * SQL: when the contact last wrote to the connection, over all their tickets there. For statements with a ticket `t`.
 */
export const WROTE_AT = `(SELECT max(x.last_customer_message_at) FROM ticket x
  WHERE x.contact_id = t.contact_id AND x.connection_id = t.connection_id)`;

/** The window of a contact on a connection now. */
export function answerWindow(
  db: Db,
  { contactId, connectionId }: { readonly contactId: number; readonly connectionId: number },
  nowMs: number,
): AnswerWindow {
  const connection = queryOne(db, sql.connectionOf, { id: connectionId });
  if (!connection || !hasWindow(connection)) return "open";
  const last = queryOne(db, sql.lastWroteAt, { contactId, connectionId });
  return windowAt({ ...connection, wroteAt: last?.wroteAt ?? null }, nowMs);
}
