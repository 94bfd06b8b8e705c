import type { RefObject } from "react";
import { useText } from "#web/i18n/use-text.ts";
import type { Gate } from "#web/inbox/messages/composer/composer-gate.ts";
import type { ComposerInputHandle } from "#web/inbox/messages/composer/composer-input.tsx";
import { acceptAction } from "#web/inbox/tickets/actions/accept.tsx";
import { SHORTCUT_ACTIONS } from "#web/inbox/tickets/actions/registry.ts";
import type { TicketPage } from "#web/inbox/tickets/actions/ticket-action.ts";
import { lastToQuote, lastToUndo, undoMessage } from "#web/inbox/tickets/conversation/message-commands.ts";
import type { TicketViewModel } from "#web/inbox/tickets/conversation/ticket-view-model.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { activeComposer } from "#web/lib/keyboard/active-composer.ts";
import { useHotkeys } from "#web/lib/keyboard/use-hotkeys.ts";
import { actionKey } from "./action-key.ts";
import { targetTicket } from "./focused-ticket.ts";
import { boundKey, CONVERSATION_KEYS } from "./key-map.ts";

export interface TicketViewKeysOptions {
  readonly view: TicketViewModel;
  readonly gate: Gate;
  readonly input: RefObject<ComposerInputHandle | null>;
  readonly page: TicketPage;
  readonly search: () => void;
}

/**
 * Keys of the open ticket (docs/rules/keyboard.md#keys-of-the-ticket-page). Keys that change it need command mode.
 */
export function useTicketViewKeys({ view, gate, input, page, search }: TicketViewKeysOptions): void {
  const t = useText(ticketTexts);
  /** Quotes only in message mode: a key never turns a note into a message. */
  const mayReply = () => gate.reason === null && view.composer.mode.peek() === "message";
  const shown = () => view.ticket.peek();
  useHotkeys({
    id: "ticket",
    title: () => t("keys.room"),
    keys: [
      ...SHORTCUT_ACTIONS.map((action) =>
        actionKey(action, t, page, action === acceptAction ? () => targetTicket(shown()) : shown),
      ),
      boundKey(CONVERSATION_KEYS.reply, t, {
        applies: mayReply,
        run: () => {
          if (!mayReply()) return;
          const last = lastToQuote(view);
          if (last) view.composer.replyTo(last);
          input.current?.focus();
        },
      }),
      boundKey(CONVERSATION_KEYS.note, t, {
        run: () => {
          view.composer.setMode("note");
          // The text box may be rendered only now: a closed ticket accepts notes, but no messages.
          requestAnimationFrame(() => input.current?.focus());
        },
      }),
      boundKey(CONVERSATION_KEYS.undoSend, t, {
        applies: () => isEmptyBox(view) && lastToUndo(view) !== undefined,
        run: () => {
          const last = lastToUndo(view);
          if (last) void undoMessage(view, last);
        },
      }),
      boundKey(CONVERSATION_KEYS.search, t, { run: search }),
    ],
  });
}

/** Where text is being written, the key belongs to the text. */
function isEmptyBox({ composer }: TicketViewModel): boolean {
  const focus = document.activeElement;
  const isElsewhere =
    focus?.matches("input, textarea") === true && !activeComposer.peek()?.element()?.contains(focus);
  return !isElsewhere && composer.mode.peek() === "message" && composer.text.peek() === "";
}
