import type { Channel } from "#channels/connections/contract.ts";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import * as sql from "./activity.sql.ts";

const HOUR_MS = 60 * 60_000;
/**
 * The official WhatsApp, Facebook pages and Instagram accept replies for this long after the customer's last message,
 * ms (docs/rules/official-channels.md#answer-window).
 */
export const ANSWER_WINDOW_MS = 24 * HOUR_MS;
/** On Facebook pages and Instagram a person may reply for this long, with the tag HUMAN_AGENT, ms. */
const HUMAN_WINDOW_MS = 7 * 24 * HOUR_MS;

/** The data that determine the answer window. */
export interface WindowedChat {
  readonly channel: Channel;
  readonly provider: string;
  /** Time of the customer's last message on this connection, ms; null = none. */
  readonly wroteAt: number | null;
}

/**
 * open: everything may be sent; people: only replies by people (pages and Instagram); closed: on official WhatsApp only templates,
 * on pages and Instagram nothing.
 */
export type AnswerWindow = "open" | "people" | "closed";

/** True when the network has an answer window. */
export const hasWindow = ({ channel, provider }: Pick<WindowedChat, "channel" | "provider">): boolean =>
  channel !== "whatsapp" || provider === "cloud";

/** The rule of docs/rules/official-channels.md#answer-window; pure. */
export function windowAt(chat: WindowedChat, nowMs: number): AnswerWindow {
  if (!hasWindow(chat)) return "open";
  const silentMs = chat.wroteAt === null ? Number.POSITIVE_INFINITY : nowMs - chat.wroteAt;
  if (silentMs < ANSWER_WINDOW_MS) return "open";
  return chat.channel !== "whatsapp" && silentMs < HUMAN_WINDOW_MS ? "people" : "closed";
}

/** Returns the current answer window of a contact on a connection. */
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
