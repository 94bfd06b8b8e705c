import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketNoteAnswer, TicketStatus } from "#inbox/tickets/contract.ts";
import type { TicketEventAnswer } from "#inbox/tickets/history/contract.ts";
import { isDeepEqual } from "#web/lib/deep-equal.ts";

/** One row of the conversation. Its key is stable while the row shows the same content. */
export type Row =
  | { readonly kind: "day"; readonly key: string; readonly at: string }
  | { readonly kind: "started" | "ended"; readonly key: string; readonly at: string; readonly via?: string }
  | { readonly kind: "unread"; readonly key: string; readonly count: number }
  | { readonly kind: "event"; readonly key: string; readonly event: TicketEventAnswer }
  | { readonly kind: "note"; readonly key: string; readonly note: TicketNoteAnswer }
  | MessageRow
  | ({ readonly kind: "album"; readonly key: string; readonly messages: readonly MessageAnswer[] } & Place);
type MessageRow = {
  readonly kind: "message";
  readonly key: string;
  readonly message: MessageAnswer;
  /** The customer's first message after a campaign message. */
  readonly toCampaign?: boolean;
} & Place;

/** Position of a bubble in a run of one sender. */
interface Place {
  readonly first: boolean;
  readonly last: boolean;
  /** Name of the connection, on the first bubble of a run; only where several connections are shown. */
  readonly via?: string;
}

/** The input of `buildTimeline`. */
export interface TimelineInput {
  /** Oldest first. */
  readonly messages: readonly MessageAnswer[];
  readonly notes: readonly TicketNoteAnswer[];
  /** Events of the ticket on screen. */
  readonly events: readonly TicketEventAnswer[];
  readonly ticketId: number;
  readonly status: TicketStatus;
  /** Older or newer messages exist that are not loaded. */
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  /** First message that was unread when the ticket was opened. */
  readonly firstUnreadId: number | null;
  readonly unreadCount: number;
  /** The calendar day of an instant in the company's time zone. */
  readonly dayOf: (instant: string) => string;
  /** Name of a connection; left out where the messages of a single connection are shown. */
  readonly connectionName?: (whatsappId: number) => string;
}

/** A run of one sender breaks after this silence, ms. */
const RUN_MS = 5 * 60_000;
/** Pictures sent within this time of each other make an album, ms; as on the phone, from four on. */
const ALBUM_GAP_MS = 60_000;
const ALBUM_SIZE = 4;
/** Time in which a customer's message counts as a reply to a campaign, ms (docs/rules/campaigns.md#number-protection). */
const REPLY_MS = 7 * 86_400_000;

/** Events that are not shown, because other rows of the stream show the same. */
const SILENT: ReadonlySet<TicketEventAnswer["kind"]> = new Set(["created", "distributed"]);

type Entry =
  | { readonly at: string; readonly message: MessageAnswer }
  | { readonly at: string; readonly note: TicketNoteAnswer }
  | { readonly at: string; readonly event: TicketEventAnswer };

/** Builds the rows of a conversation. Pure: same input, same rows. */
export function buildTimeline(input: TimelineInput): Row[] {
  const rows: Row[] = [];
  const boundaries = createBoundaries(input.hasOlder);
  let day = "";
  let lastAt = "";
  let said: MessageAnswer | undefined;
  for (const entry of entries(input)) {
    const row = toRow(entry, said);
    const message = "message" in entry ? entry.message : undefined;
    said = message ?? said;
    const marks = message
      ? boundaries.next(message)
      : { ended: false, started: boundaries.open(input.ticketId) };
    const name = message && input.connectionName?.(message.whatsappId);
    const via = name === undefined ? {} : { via: name };
    const entryDay = input.dayOf(entry.at);
    if (marks.ended) rows.push({ kind: "ended", key: `ended-before-${row.key}`, at: lastAt, ...via });
    if (entryDay !== day) rows.push({ kind: "day", key: `day-${entryDay}`, at: entry.at });
    if (marks.started) rows.push({ kind: "started", key: `started-at-${row.key}`, at: entry.at, ...via });
    day = entryDay;
    lastAt = entry.at;
    if ("message" in entry && entry.message.id === input.firstUnreadId)
      rows.push({ kind: "unread", key: "unread", count: input.unreadCount });
    rows.push(row);
  }
  const isLast = said ? said.ticketId === input.ticketId : rows.length > 0;
  if (isLast && input.status === "closed" && !input.hasNewer)
    rows.push({ kind: "ended", key: "ended-last", at: lastAt });
  return placed(joinAlbums(rows), input.connectionName);
}

/** Reuses the previous object of each unchanged row, and the previous list if no row changed, so that nothing is rendered again. */
export function keptRows(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  const known = new Map(before.map((row) => [row.key, row]));
  const rows = after.map((row) => {
    const old = known.get(row.key);
    return old && isDeepEqual(old, row) ? old : row;
  });
  return rows.length === before.length && rows.every((row, at) => row === before[at]) ? before : rows;
}

/** The React key of a message: an own message keeps its key when the server's row takes its place. */
function messageKey(message: MessageAnswer): string {
  return message.fromMe && message.clientMessageId ? `m-${message.clientMessageId}` : `m-${message.id}`;
}

function entries(input: TimelineInput): Entry[] {
  const oldest = input.hasOlder ? (input.messages[0]?.createdAt ?? "") : "";
  const newest = input.hasNewer ? (input.messages.at(-1)?.createdAt ?? "") : "\uffff";
  const inside = (at: string) => at >= oldest && at <= newest;
  const beside: Entry[] = [
    ...input.notes.map((note) => ({ at: note.createdAt, note })),
    ...input.events.filter((event) => !SILENT.has(event.kind)).map((event) => ({ at: event.at, event })),
  ].filter((entry) => inside(entry.at));
  const messages: Entry[] = input.messages.map((message) => ({ at: message.createdAt, message }));
  // A stable sort keeps the messages in the order given when instants are equal.
  return [...messages, ...beside].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : rank(a) - rank(b)));
}

const AUTOMATIC: ReadonlySet<string> = new Set(["system", "bot", "rule", "followup"]);

/** At equal times the order is: the user's message, the event it caused, then the product's automatic text. */
function rank(entry: Entry): number {
  if (!("message" in entry)) return 1;
  return AUTOMATIC.has(entry.message.origin) ? 2 : 0;
}

function toRow(entry: Entry, said: MessageAnswer | undefined): Row {
  if ("note" in entry) return { kind: "note", key: `note-${entry.note.id}`, note: entry.note };
  if ("event" in entry) return { kind: "event", key: `event-${entry.event.id}`, event: entry.event };
  const { message } = entry;
  const row = { kind: "message", key: messageKey(message), message, first: true, last: true } as const;
  const isReply = said?.origin === "campaign" && !message.fromMe && gap(said, message) < REPLY_MS;
  return isReply ? { ...row, toCampaign: true } : row;
}

function joinAlbums(rows: readonly Row[]): Row[] {
  const joined: Row[] = [];
  let run: MessageRow[] = [];
  const flush = () => {
    const [head] = run;
    if (head && run.length >= ALBUM_SIZE) {
      const messages = run.map((row) => row.message);
      joined.push({ kind: "album", key: `album-${head.key}`, messages, first: true, last: true });
    } else joined.push(...run);
    run = [];
  };
  for (const row of rows) {
    if (row.kind !== "message" || !isAlbumPicture(row.message)) {
      flush();
      joined.push(row);
      continue;
    }
    const previous = run.at(-1)?.message;
    if (previous && !(sameSender(previous, row.message) && gap(previous, row.message) <= ALBUM_GAP_MS))
      flush();
    run.push(row);
  }
  flush();
  return joined;
}

function isAlbumPicture(message: MessageAnswer): boolean {
  const plain = message.body === "" || message.body === message.mediaName;
  return (
    message.mediaType === "image" &&
    !message.sticker &&
    message.mediaState === "stored" &&
    plain &&
    !message.isDeleted &&
    message.quotedMsg === null &&
    message.sendState !== "failed"
  );
}

function placed(rows: readonly Row[], nameOf: TimelineInput["connectionName"]): Row[] {
  return rows.map((row, at) => {
    const head = edge(row, 0);
    if (!head || (row.kind !== "message" && row.kind !== "album")) return row;
    const first = !sameRun(rows[at - 1], row);
    const via = first && nameOf ? { via: nameOf(head.whatsappId) } : {};
    return { ...row, ...via, first, last: !sameRun(row, rows[at + 1]) };
  });
}

function sameRun(before: Row | undefined, after: Row | undefined): boolean {
  const earlier = edge(before, -1);
  const later = edge(after, 0);
  return earlier !== null && later !== null && sameSender(earlier, later) && gap(earlier, later) < RUN_MS;
}

function edge(row: Row | undefined, at: 0 | -1): MessageAnswer | null {
  if (row?.kind === "message") return row.message;
  if (row?.kind === "album") return row.messages.at(at) ?? null;
  return null;
}

function sameSender(a: MessageAnswer, b: MessageAnswer): boolean {
  if (a.whatsappId !== b.whatsappId) return false;
  if (a.mediaType === "call_log" || b.mediaType === "call_log") return false;
  if (a.fromMe !== b.fromMe) return false;
  return a.fromMe ? a.userId === b.userId && a.origin === b.origin : a.contact?.id === b.contact?.id;
}

function gap(a: MessageAnswer, b: MessageAnswer): number {
  return Math.abs(Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

/** Which attendance ended or started before a message. */
interface Marks {
  readonly ended: boolean;
  readonly started: boolean;
}

/**
 * Finds where attendances end and start while messages are walked oldest first. A contact has at most one running
 * ticket per connection: only the next ticket on the same connection proves that the one before ended. Messages of two
 * connections may alternate without either attendance ending (docs/rules/conversations.md#boundaries).
 */
function createBoundaries(hasOlder: boolean) {
  /** The ticket seen last on each connection. */
  const onLine = new Map<number, number>();
  /** The connection each ticket was seen on last: it may have been moved. */
  const lineOf = new Map<number, number>();

  return {
    /** A note or an event before the first message belongs to the ticket on screen. True when that ticket starts here. */
    open(ticketId: number): boolean {
      if (lineOf.size > 0) return false;
      lineOf.set(ticketId, 0);
      return !hasOlder;
    },
    next({ ticketId, whatsappId }: Pick<MessageAnswer, "ticketId" | "whatsappId">): Marks {
      const before = onLine.get(whatsappId);
      const isNext = before !== undefined && before !== ticketId;
      const ended = isNext && lineOf.get(before) === whatsappId;
      const started = !lineOf.has(ticketId) && (isNext || !hasOlder);
      onLine.set(whatsappId, ticketId);
      lineOf.set(ticketId, whatsappId);
      return { ended, started };
    },
  };
}
