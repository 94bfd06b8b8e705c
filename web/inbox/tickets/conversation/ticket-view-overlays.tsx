import { useSignals } from "@preact/signals-react/runtime";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { shownPicture } from "#web/inbox/messages/media/lightbox-model.ts";
import { selection } from "#web/inbox/messages/selection/selection.ts";
import { isStarred, setStar } from "#web/inbox/messages/stars/stars.ts";
import { unsigned } from "#web/inbox/messages/text/signature.ts";
import { askTranslation } from "#web/inbox/messages/translation/offered.ts";
import type { TicketDialog } from "#web/inbox/tickets/dialogs/ticket-dialogs.tsx";
import { maySetSecrets, session } from "#web/lib/session/session.ts";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { quote, react, retry } from "./message-commands.ts";
import type { TicketViewModel } from "./ticket-view-model.ts";

const Lightbox = lazyLayer(async () => (await import("#web/inbox/messages/media/lightbox.tsx")).default);
const MessageMenu = lazyLayer(async () => (await import("./ticket-message-menu.tsx")).TicketMessageMenu);

/** A message whose menu is open, and the element the menu is placed at. */
export interface MenuAnchor {
  readonly message: MessageAnswer;
  readonly anchor: HTMLElement;
}
export interface TicketViewOverlaysProps {
  readonly view: TicketViewModel;
  readonly menu: MenuAnchor | null;
  readonly canWrite: boolean;
  readonly onDialog: (dialog: TicketDialog) => void;
  readonly onMenuClose: () => void;
}

/** Overlays of the conversation on screen: the menu of a message and the picture viewer. */
export function TicketViewOverlays({ view, menu, canWrite, onDialog, onMenuClose }: TicketViewOverlaysProps) {
  useSignals();
  const m = useText(messages);
  const { composer, conversation } = view;
  return (
    <>
      {menu ? (
        <MessageMenu
          message={menu.message}
          anchor={menu.anchor}
          ticket={view.ticket.value ?? null}
          canWrite={canWrite}
          onClose={onMenuClose}
          onReply={() => quote(view, menu.message)}
          onCopy={() => void copy(menu.message.body).then(() => toast.success(m("bubble.copied")))}
          onForward={() => onDialog({ kind: "forward", messages: [menu.message] })}
          onTranslate={() => askTranslation(menu.message.id)}
          onSelect={() => {
            selection.value = { ticketId: view.ticketId, ids: new Set([menu.message.id]) };
          }}
          onInfo={() => onDialog({ kind: "info", message: menu.message })}
          star={maySetSecrets() ? starOf(menu.message) : undefined}
          onReact={(emoji) => react(menu.message, emoji)}
          onEdit={() =>
            composer.startEdit(menu.message, unsigned(menu.message.body, session.user.peek()?.name ?? ""))
          }
          onDelete={() => onDialog({ kind: "deleteMessage", message: menu.message })}
          onRetry={() => retry(menu.message)}
        />
      ) : null}
      {shownPicture.value === null ? null : (
        <Lightbox
          pictures={conversation.messages.value.filter(
            ({ mediaType, isDeleted }) => mediaType === "image" && !isDeleted,
          )}
        />
      )}
    </>
  );
}

/** Stars are personal: a support session has none (docs/rules/stars.md#own). */
function starOf({ id }: MessageAnswer) {
  const isOn = isStarred(id);
  return { isOn, onToggle: () => void setStar(id, !isOn).catch(toast.failure) };
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
