import { useSignals } from "@preact/signals-react/runtime";
import { useCallback, useRef, useState } from "react";
import type { TicketAnswer } from "#tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { textLimit } from "#web/messages/attachments.ts";
import { Composer } from "#web/messages/composer.tsx";
import type { ComposerInputHandle } from "#web/messages/composer-input.tsx";
import { DropArea } from "#web/messages/drop-area.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { roomOf } from "./desk.ts";
import { isDrawerOpen, toggleDrawer } from "./drawer-state.ts";
import { ticketTexts } from "./locales/index.ts";
import { type RoomDialog, RoomDialogs } from "./room-dialogs.tsx";
import { RoomDrawer } from "./room-drawer.tsx";
import { RoomSearch } from "./room-search.tsx";
import { RoomStream } from "./room-stream.tsx";
import { signsMessages, toggleSignature } from "./signature-toggle.ts";
import { TagBar } from "./tag-bar.tsx";
import { TicketHead } from "./ticket-head.tsx";
import { connectionOf, useGate } from "./use-gate.ts";
import { useRoom } from "./use-room.ts";
import { useRoomKeys } from "./use-room-keys.ts";
import "./ticket-room.css";

export interface TicketRoomProps {
  readonly ticket: TicketAnswer;
  readonly isNarrow: boolean;
}

/** One ticket on screen: head, conversation, composer, and the contact beside them. */
export function TicketRoom({ ticket, isNarrow }: TicketRoomProps) {
  useSignals();
  const t = useText(ticketTexts);
  const room = roomOf(ticket.id);
  const input = useRef<ComposerInputHandle>(null);
  const [dialog, setDialog] = useState<RoomDialog | null>(null);
  const [isSearching, setSearching] = useState(false);
  const [words, setWords] = useState<readonly string[]>([]);
  const gate = useGate(ticket);
  useRoom(room);
  const stopSearch = useCallback(() => {
    setSearching(false);
    setWords([]);
  }, []);
  useRoomKeys({ room, gate, input, openDialog: setDialog, search: () => setSearching(true) });
  const hasDrawer = isDrawerOpen(isNarrow);
  const mayAttach = gate.reason === null && room.composer.mode.value === "message";
  return (
    <section
      className={classNames("pane", hasDrawer && "pane-with-drawer")}
      aria-label={`${t("page.ticket")}: ${ticket.contact.name}`}
    >
      <DropArea className="pane-main" composer={room.composer} isActive={mayAttach}>
        <TicketHead
          ticket={ticket}
          isNarrow={isNarrow}
          onDialog={setDialog}
          onSearch={() => setSearching(!isSearching)}
          onDrawer={() => toggleDrawer(isNarrow)}
          isDrawerOpen={hasDrawer}
        />
        <TagBar ticket={ticket} />
        {isSearching ? <RoomSearch room={room} onWords={setWords} onClose={stopSearch} /> : null}
        <RoomStream room={room} words={words} canWrite={gate.reason === null} onDialog={setDialog} />
        <Composer
          composer={room.composer}
          gate={gate}
          contactName={ticket.contact.name}
          ownerName={ticket.user?.name ?? null}
          connectionName={connectionOf(ticket)?.name ?? ticket.whatsapp.name}
          limit={textLimit(ticket.channel)}
          signs={signsMessages()}
          onSign={toggleSignature}
          inputRef={input}
        />
      </DropArea>
      {hasDrawer ? <RoomDrawer room={room} ticket={ticket} onClose={() => toggleDrawer(isNarrow)} /> : null}
      <RoomDialogs ticket={ticket} dialog={dialog} onClose={() => setDialog(null)} />
    </section>
  );
}
