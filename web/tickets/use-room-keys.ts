import type { RefObject } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { useHotkeys } from "#web/lib/use-hotkeys.ts";
import type { Gate } from "#web/messages/composer-gate.ts";
import type { ComposerInputHandle } from "#web/messages/composer-input.tsx";
import { acceptKey } from "./accept-key.ts";
import { onlooker } from "./desk.ts";
import { type HeadAction, headActions } from "./head-actions.ts";
import { ticketTexts } from "./locales/index.ts";
import { lastToQuote } from "./message-verbs.ts";
import type { Room } from "./room.ts";
import type { RoomDialog } from "./room-dialogs.tsx";
import { reopenTicket, resolveTicket, returnTicket } from "./ticket-verbs.ts";

export interface RoomKeysOptions {
  readonly room: Room;
  readonly gate: Gate;
  readonly input: RefObject<ComposerInputHandle | null>;
  readonly openDialog: (dialog: RoomDialog) => void;
  readonly search: () => void;
}

/** Single keys of the open ticket: a e t r n, and Ctrl+F for the search inside. */
export function useRoomKeys({ room, gate, input, openDialog, search }: RoomKeysOptions): void {
  const t = useText(ticketTexts);
  const may = (action: HeadAction): boolean => {
    const ticket = room.ticket.peek();
    return ticket !== undefined && headActions(ticket, onlooker.peek()).includes(action);
  };
  const run = (action: HeadAction, work: () => void) => ({
    applies: () => may(action),
    run: () => {
      if (may(action)) work();
    },
  });
  const withTicket = (work: (ticket: NonNullable<ReturnType<typeof room.ticket.peek>>) => unknown) => () => {
    const ticket = room.ticket.peek();
    if (ticket) void work(ticket);
  };
  useHotkeys({
    id: "ticket",
    title: () => t("keys.room"),
    keys: [
      acceptKey(
        () => t("keys.accept"),
        () => room.ticket.peek(),
      ),
      {
        keys: "e",
        describe: () => t("keys.resolve"),
        ...run(
          "resolve",
          withTicket((ticket) => resolveTicket(ticket)),
        ),
      },
      {
        keys: "t",
        describe: () => t("keys.transfer"),
        ...run("transfer", () => openDialog({ kind: "transfer" })),
      },
      {
        keys: "r",
        describe: () => t("keys.reply"),
        applies: () => gate.reason === null,
        run: () => {
          if (gate.reason !== null) return;
          const last = lastToQuote(room);
          if (last) room.composer.replyTo(last);
          input.current?.focus();
        },
      },
      {
        keys: "n",
        describe: () => t("keys.note"),
        run: () => {
          room.composer.setMode("note");
          // The box may only be drawn now: a closed ticket takes notes, but no messages.
          requestAnimationFrame(() => input.current?.focus());
        },
      },
      { keys: "", describe: () => t("head.return"), ...run("return", withTicket(returnTicket)) },
      { keys: "", describe: () => t("head.reopen"), ...run("reopen", withTicket(reopenTicket)) },
      {
        keys: "",
        describe: () => t("head.resolveSilent"),
        ...run(
          "resolve",
          withTicket((ticket) => resolveTicket(ticket, true)),
        ),
      },
      { keys: "mod+f", describe: () => t("keys.search"), run: search },
    ],
  });
}
