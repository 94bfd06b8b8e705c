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
  /** Always the same function; left out where no events stand between the messages. */
  readonly eventText?: StreamRowProps["eventText"];
  /** A message to go to; `onJumped` when it was shown. */
  readonly jumpId: number | null;
  readonly onJumped: (found: boolean) => void;
  /** Older messages load within this many pixels of the top; default 50 (docs/rules/forms.md#pages). */
  readonly olderWithin?: number;
  /** Grows when a conversation that stayed drawn comes back on screen: it begins again at its unread line or end. */
  readonly visit?: number;
}

/** Drawn above and below what is seen, pixels. */
const BUFFER_PX = 400;
/** Newer messages load within this many pixels of the end. */
const NEAR_END_PX = 200;
/** Closer to the end than this counts as at the end. */
const END_PX = 32;
/** A message gone to is marked this long, ms. */
const FLASH_MS = 1600;

/** Room above the unread line, pixels: what went before is still in sight. */
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

/** Where the view is kept: at the unread line, at the end, or where a person put it. */
type Stay = "unread" | "end" | "here";

/** The conversation: opens at the unread line or the end, grows upwards without moving, stays at the end. */
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
  const [isAway, setAway] = useState(false);
  const [flashId, setFlashId] = useState<number | null>(null);
  const [seen, setSeen] = useState("");
  const visited = useRef(visit);
  const buffer = useBuffer(BUFFER_PX, rows.length > 0);
  const hasNewer = conversation.hasNewer.value;
  const shift = grewAtStart(before.current, rows);
  const latest = rows.at(-1);

  /** Goes where the view belongs until a person moves it: rows above may still come or change their size. */
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
    // Who pressed something in the last messages did not move away from them.
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
  }, [jumpId, rows, onJumped]);

  useEffect(() => {
    if (flashId === null) return;
    const timer = setTimeout(() => setFlashId(null), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flashId]);

  function look(): void {
    const view = list.current;
    if (!view || stay.current === null) return;
    const left = view.scrollSize - view.scrollOffset - view.viewportSize;
    const atEnd = left <= END_PX && !hasNewer;
    isAtEnd.current = atEnd;
    if (atEnd && stay.current === "here") stay.current = "end";
    setAway(!atEnd);
    if (atEnd && latest) setSeen(latest.key);
    // Heights were guesses until now: what seemed to be the end was none.
    else if (stay.current === "unread") setSeen("");
    if (view.scrollOffset <= olderWithin) void conversation.loadOlder();
    if (left <= NEAR_END_PX) void conversation.loadNewer();
  }

  /** A person moves the view: from now on it stays where they put it. */
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
        <button
          type="button"
          className="to-latest"
          onClick={() => {
            stay.current = "end";
            if (hasNewer) void conversation.jumpToLatest();
            else settle();
          }}
        >
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
      ) : null}
      <ErrorBoundary part="arrivals" resetKey={latest} raw="">
        <Arrivals key={visit} latest={latest} />
      </ErrorBoundary>
    </section>
  );
}

/** Says a new message of the contact to screen readers, once. */
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
