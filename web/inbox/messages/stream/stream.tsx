import { useSignals } from "@preact/signals-react/runtime";
import ArrowDown from "lucide-react/icons/arrow-down";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import { useText } from "#web/i18n/use-text.ts";
import { messageSummary } from "#web/inbox/messages/bubble/message-summary.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { useBuffer, VirtualRow } from "#web/ui/table/virtual-row.tsx";
import type { Conversation } from "./conversation-model.ts";
import { grewAtStart, isOwnNew, rowOfMessage, unseenAfter } from "./stream-place.ts";
import { GuardedRow, type StreamRowProps } from "./stream-rows.tsx";
import type { Row } from "./timeline.ts";
import "./stream.css";

export interface StreamProps {
  readonly conversation: Conversation;
  readonly rows: readonly Row[];
  /** Must be a stable function; left out where the stream has no events. */
  readonly eventText?: StreamRowProps["eventText"];
  /** Id of a message to scroll to; `onJumped` is called when it is shown. */
  readonly jumpId: number | null;
  readonly onJumped: (found: boolean) => void;
  /** Older messages load within this many pixels of the top; default 50 (docs/rules/forms.md#pages). */
  readonly olderWithin?: number;
  /** Incremented when a cached conversation is shown again: it then starts at its unread line or end. */
  readonly visit?: number;
}

/** Rows are rendered this far above and below the visible part, pixels. */
const BUFFER_PX = 400;
/** Newer messages load within this many pixels of the end. */
const NEAR_END_PX = 200;
/** The view is at the end when it is closer to it than this, pixels. */
const END_PX = 32;
/** A message is highlighted this long after a jump, ms. */
const FLASH_MS = 1600;

/** Space above the unread line, pixels: the message before it stays visible. */
const UNREAD_ROOM_PX = 60;
/** Keys that scroll. */
const MOVES: ReadonlySet<string> = new Set([
  "ArrowUp",
  "ArrowDown",
  "PageUp",
  "PageDown",
  "Home",
  "End",
  " ",
]);

const noEvents = () => null;

/** Position that the view keeps: the unread line, the end, or where the user scrolled to. */
type Stay = "unread" | "end" | "here";

/** The rows of a conversation: opens at the unread line or the end, loads older rows without moving, follows new ones at the end. */
export function Stream({
  conversation,
  rows,
  eventText = noEvents,
  jumpId,
  onJumped,
  olderWithin = 50,
  visit = 1,
}: StreamProps) {
  useSignals();
  const t = useText(messages);
  const list = useRef<VListHandle>(null);
  const before = useRef<readonly Row[]>([]);
  const stay = useRef<Stay | null>(null);
  const isAtEnd = useRef(false);
  const roomThen = useRef(0);
  const [isAway, setAway] = useState(false);
  const [flashId, setFlashId] = useFlash();
  const [seen, setSeen] = useState("");
  const visited = useRef(visit);
  const buffer = useBuffer(BUFFER_PX, rows.length > 0);
  const hasNewer = conversation.hasNewer.value;
  const shift = grewAtStart(before.current, rows);
  const latest = rows.at(-1);

  /** Scrolls to the kept position. Repeated until the user scrolls, because rows above may still load or change their height. */
  function settle(): void {
    const view = list.current;
    if (!view || rows.length === 0) return;
    const unread = rows.findIndex((row) => row.kind === "unread");
    if (stay.current === "unread" && unread >= 0)
      view.scrollToIndex(unread, { align: "start", offset: -UNREAD_ROOM_PX });
    else if (stay.current === "unread" || stay.current === "end")
      view.scrollToIndex(rows.length - 1, { align: "end" });
  }

  useLayoutEffect(() => {
    const previous = before.current;
    before.current = rows;
    const isBack = visited.current !== visit;
    visited.current = visit;
    if (rows.length === 0 || (previous === rows && !isBack)) return;
    if (isBack) stay.current = null;
    stay.current ??= rows.some((row) => row.kind === "unread") ? "unread" : "end";
    // Pressing something in the last messages sets "here", but the view still follows the end.
    if (isOwnNew(previous, rows) || (stay.current === "here" && isAtEnd.current)) stay.current = "end";
    if (!shift) settle();
  });

  useEffect(() => {
    if (jumpId === null) return;
    const index = rowOfMessage(rows, jumpId);
    if (index < 0) return;
    stay.current = "here";
    isAtEnd.current = false;
    list.current?.scrollToIndex(index, { align: "center" });
    setFlashId(jumpId);
    onJumped(true);
  }, [jumpId, rows, onJumped, setFlashId]);

  function look(): void {
    const view = list.current;
    if (!view || stay.current === null) return;
    const left = view.scrollSize - view.scrollOffset - view.viewportSize;
    const atEnd = left <= END_PX && !hasNewer;
    isAtEnd.current = atEnd;
    if (atEnd && stay.current === "here") stay.current = "end";
    setAway(!atEnd);
    if (atEnd && latest) setSeen(latest.key);
    // Heights were estimates until now: the view was not really at the end.
    else if (stay.current === "unread") setSeen("");
    if (view.scrollOffset <= olderWithin) void conversation.loadOlder();
    if (left <= NEAR_END_PX) void conversation.loadNewer();
  }

  /** Call when the user scrolls: from then on the view keeps the position chosen by the user. */
  const free = () => {
    stay.current = "here";
  };

  const away = isAway || hasNewer;
  const unseen = away ? unseenAfter(rows, seen) : 0;
  return (
    <section className="stream" data-free-keys aria-label={t("stream.label")}>
      <VList
        ref={list}
        data={rows as Row[]}
        shift={shift}
        bufferSize={buffer}
        item={VirtualRow}
        className="stream-list"
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={t("stream.label")}
        aria-busy={conversation.busy.value !== null}
        onScroll={look}
        onWheel={free}
        onTouchMove={free}
        onPointerDown={free}
        onKeyDown={(event) => {
          if (MOVES.has(event.key)) free();
        }}
        onResize={() => {
          // A quote or an edit above the text box leaves less room: the end stays visible, as after a new message. A row that
          // the user opened grows in its place.
          const room = list.current?.viewportSize ?? 0;
          if (room !== roomThen.current && stay.current === "here" && isAtEnd.current) stay.current = "end";
          roomThen.current = room;
          settle();
          look();
        }}
      >
        {(row) => <GuardedRow key={row.key} row={row} flashId={flashId} eventText={eventText} />}
      </VList>
      {conversation.busy.value === "older" ? (
        <span className="stream-loading">{t("stream.loadingOlder")}</span>
      ) : null}
      {away && rows.length > 0 ? (
        <ToLatest
          unseen={unseen}
          onPress={() => {
            stay.current = "end";
            if (hasNewer) void conversation.jumpToLatest();
            else settle();
          }}
        />
      ) : null}
      <ErrorBoundary part="arrivals" resetKey={latest} raw="">
        <Arrivals key={visit} latest={latest} />
      </ErrorBoundary>
    </section>
  );
}

/** The message that is highlighted; null again after FLASH_MS. */
function useFlash() {
  const [flashId, setFlashId] = useState<number | null>(null);
  useEffect(() => {
    if (flashId === null) return;
    const timer = setTimeout(() => setFlashId(null), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flashId]);
  return [flashId, setFlashId] as const;
}

interface ToLatestProps {
  readonly unseen: number;
  readonly onPress: () => void;
}

/** The button that returns to the end, with the number of new messages there. */
function ToLatest({ unseen, onPress }: ToLatestProps) {
  const t = useText(messages);
  return (
    <button type="button" className="to-latest" onClick={onPress}>
      <ArrowDown aria-hidden="true" />
      {unseen > 0 ? (
        <Badge
          count={unseen}
          label={t("stream.toLatestNew", { count: unseen })}
          className="to-latest-count"
        />
      ) : (
        <span className="visually-hidden">{t("stream.toLatest")}</span>
      )}
    </button>
  );
}

/** Announces a new message of the contact to screen readers, once. */
function Arrivals({ latest }: { readonly latest: Row | undefined }): ReactNode {
  const t = useText(messages);
  const first = useRef(latest?.key);
  const message = latest?.kind === "message" && !latest.message.fromMe ? latest.message : null;
  const words =
    message && latest?.key !== first.current
      ? t("stream.arrived", { name: message.contact?.name ?? "", text: messageSummary(message, t) })
      : "";
  return (
    <div className="visually-hidden" aria-live="polite">
      {words}
    </div>
  );
}
