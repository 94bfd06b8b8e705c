import { useSignals } from "@preact/signals-react/runtime";
import type { RefObject } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { keyOfDraft, keyOfOther } from "#web/inbox/drafts/draft-keys.ts";
import { changesOn } from "#web/inbox/messages/bubble/message-actions.ts";
import { textLimit } from "#web/inbox/messages/composer/attachments.ts";
import { Composer } from "#web/inbox/messages/composer/composer.tsx";
import type { Gate } from "#web/inbox/messages/composer/composer-gate.ts";
import type { ComposerInputHandle } from "#web/inbox/messages/composer/composer-input.tsx";
import { selectedIn } from "#web/inbox/messages/selection/selection.ts";
import { offersTakeOver } from "#web/inbox/tickets/actions/take-over.ts";
import { startMacro } from "#web/inbox/tickets/macros/start.ts";
import { currentUser, draftSync, lists } from "#web/inbox/tickets/store.ts";
import { api } from "#web/lib/api/api.ts";
import { preferences } from "#web/lib/session/preferences.ts";
import { maySetSecrets, session } from "#web/lib/session/session.ts";
import { drafts } from "#web/lib/storage/drafts.ts";
import { lazy } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { TicketViewModel } from "./ticket-view-model.ts";
import { connectionOf } from "./use-composer-gate.ts";

const WindowChip = lazy(
  async () => (await import("#web/channels/templates/load.ts")).windowChip(),
  undefined,
  {
    isExtra: true,
  },
);
const WindowBar = lazy(async () => (await import("#web/channels/templates/load.ts")).windowBar(), undefined, {
  isExtra: true,
});
const StandbyBar = lazy(async () =>
  (await import("#web/inbox/tickets/standby/standby-bar.tsx")).loadStandbyBar(),
);
const SnoozeBar = lazy(
  async () => (await import("#web/inbox/tickets/snooze/snooze-bar.tsx")).loadSnoozeBar(),
  undefined,
  { isExtra: true },
);
const FollowUpBar = lazy(
  async () => (await import("#web/inbox/tickets/follow-ups/load.ts")).followUpBar(),
  undefined,
  { isExtra: true },
);
const TicketCostChip = lazy(
  async () => (await import("#web/inbox/costs/load.ts")).ticketCostChip(),
  undefined,
  { isExtra: true },
);
const BundleBar = lazy(async () => (await import("#web/inbox/costs/load.ts")).bundleBar(), undefined, {
  isExtra: true,
});
const NewChatBar = lazy(async () => (await import("#web/inbox/reach/load.ts")).newChatBar(), undefined, {
  isExtra: true,
});
const TakeOverBar = lazy(async () => (await import("./take-over-bar.tsx")).TakeOverBar);
const MentionPicker = lazy(
  async () => (await import("#web/inbox/tickets/participants/mention-picker.tsx")).loadMentionPicker(),
  undefined,
  { isExtra: true },
);
const AiHelp = lazy(async () => (await import("#web/automation/ai-help/load.ts")).aiHelp(), undefined, {
  isExtra: true,
});

const OtherDraftBar = lazy(
  async () => (await import("#web/inbox/drafts/other-draft-bar.tsx")).loadOtherDraftBar(),
  undefined,
  { isExtra: true },
);

const LinkBar = lazy(
  async () => (await import("#web/inbox/messages/link-preview/load.ts")).linkBar(),
  undefined,
  { isExtra: true },
);

const SelectionBar = lazy(async () => (await import("#web/inbox/messages/selection/load.ts")).selectionBar());

interface TicketComposerProps {
  readonly ticket: TicketAnswer;
  readonly view: TicketViewModel;
  readonly gate: Gate;
  readonly input: RefObject<ComposerInputHandle | null>;
  /** Opens the dialog that forwards the selected messages. */
  readonly onForward: (messages: readonly MessageAnswer[]) => void;
  /** Opens the dialog that schedules the text. */
  readonly onSchedule: (text: string) => void;
}

/** The composer of a ticket, below the bars of its follow-up, of its snooze, and of selected messages. */
export function TicketComposer({ onForward, ...props }: TicketComposerProps) {
  useSignals();
  const { ticket, view } = props;
  return (
    <>
      {ticket.followUp ? <FollowUpBar key={`follow-up-${ticket.id}`} ticket={ticket} /> : null}
      {ticket.snooze ? <SnoozeBar key={ticket.id} ticket={ticket} /> : null}
      {selectedIn(ticket.id) ? (
        <SelectionBar messages={view.conversation.messages.value} onForward={onForward} />
      ) : null}
      <AllowedComposer {...props} />
    </>
  );
}

/** The composer with what the ticket's connection and attendant allow. */
function AllowedComposer({ ticket, view, gate, input, onSchedule }: Omit<TicketComposerProps, "onForward">) {
  useSignals();
  const hasWindow = Boolean(ticket.windowExpiresAt) && ticket.channel === "whatsapp";
  const bundleWindow = connectionOf(ticket)?.bundleWindow;
  // Only a hint from this ticket: the bar requests from the server whether the person wrote in an earlier ticket, and whether
  // the number may start conversations.
  const startsConversation =
    gate.reason === null &&
    !ticket.isGroup &&
    ticket.channel === "whatsapp" &&
    (ticket.lastCustomerMessageAt === null || ticket.wroteElsewhere);
  return (
    <Composer
      composer={view.composer}
      gate={gate}
      contactName={ticket.contact.name}
      ownerName={ticket.user?.name ?? null}
      connectionName={connectionOf(ticket)?.name ?? ticket.whatsapp.name}
      limit={textLimit(ticket.channel)}
      signs={session.user.value?.signMessages ?? true}
      onSign={maySetSecrets() ? toggleSignature : null}
      onSchedule={session.hasPlan("useSchedules") ? onSchedule : null}
      above={
        // Official numbers alone: outside the network's window only templates are allowed.
        hasWindow && gate.reason === "windowClosed" ? (
          <WindowBar key={ticket.id} ticket={ticket} />
        ) : ticket.standbySince ? (
          <StandbyBar />
        ) : startsConversation ? (
          <NewChatBar
            key={ticket.id}
            ticket={ticket}
            composer={view.composer}
            messages={view.conversation.messages}
            onMoved={(moved) => lists.place(moved)}
          />
        ) : bundleWindow ? (
          <BundleBar key={ticket.id} messages={view.conversation.messages} seconds={bundleWindow} />
        ) : null
      }
      timeLeft={
        hasWindow ? (
          <>
            <WindowChip key={ticket.id} ticket={ticket} />
            {seesCosts() ? <TicketCostChip ticketId={ticket.id} /> : null}
          </>
        ) : null
      }
      instead={
        (gate.reason === "takeOver" || gate.reason === "otherOwner") &&
        offersTakeOver(currentUser.value, ticket) ? (
          <TakeOverBar key={ticket.id} ticket={ticket} />
        ) : null
      }
      aside={session.hasPlan("useOpenAi") ? <AiHelp ticketId={ticket.id} field={view.composer} /> : null}
      mentions={<MentionPicker key={ticket.id} ticket={ticket} composer={view.composer} />}
      otherDraft={
        hasOtherDraft(view) ? (
          <OtherDraftBar
            key={ticket.id}
            composer={view.composer}
            sync={draftSync}
            onDone={() => input.current?.focus()}
          />
        ) : null
      }
      linkBar={
        takesLinks(ticket) && view.composer.mayHaveLink.value ? (
          <LinkBar key={ticket.id} composer={view.composer} onDone={() => input.current?.focus()} />
        ) : null
      }
      onMacro={(macroId) => startMacro(ticket, macroId)}
      onResolve={preferences.of("sendAndResolve") ? () => void resolveOnceSent(ticket) : undefined}
      inputRef={input}
    />
  );
}

/** Whether another device, or this one, has a second text of this conversation. Reads signals. */
const hasOtherDraft = ({ ticketId, composer }: TicketViewModel): boolean =>
  drafts.get(keyOfOther(keyOfDraft({ ticketId, mode: composer.mode.value }))) !== undefined;

/** Linked numbers alone: official ones leave previews to their network (docs/rules/link-previews.md#sending). */
const takesLinks = (ticket: TicketAnswer): boolean =>
  changesOn(ticket) === "all" &&
  connectionOf(ticket)?.provider !== "cloud" &&
  session.setting("linkPreviews") === "enabled";

/** Ctrl/⌘+Shift+Enter (docs/rules/keyboard.md#in-the-composer). */
async function resolveOnceSent(ticket: TicketAnswer): Promise<void> {
  const { resolveAfterSending } = await import("#web/inbox/tickets/actions/send-and-resolve.ts");
  await resolveAfterSending(ticket);
}

/** Admins see costs, attendants with the setting (docs/rules/costs.md#visibility). */
const seesCosts = (): boolean =>
  session.user.value?.profile === "admin" || session.setting("showCosts") === "enabled";

/** Switches for this user whether messages begin with the name in bold, here and on the server. */
function toggleSignature(signMessages: boolean): void {
  const user = session.user.peek();
  if (!user) return;
  session.update({ signMessages });
  api.put(`/users/${user.id}`, { signMessages }).catch((error: unknown) => {
    session.update({ signMessages: user.signMessages });
    toast.failure(error);
  });
}
