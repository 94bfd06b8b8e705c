import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import { memo, useState } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { SnoozeChip } from "#web/inbox/tickets/list/snooze-chip.tsx";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { ParticipantFaces } from "#web/inbox/tickets/participants/participant-faces.tsx";
import { tags } from "#web/inbox/tickets/reference-data.ts";
import { tickets } from "#web/inbox/tickets/store.ts";
import { syncTags } from "#web/inbox/tickets/tickets-api.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { PresenceLine } from "./presence-line.tsx";
import "./tag-bar.css";

const CheckList = lazyLayer(async () => (await import("#web/ui/select/multi-select.tsx")).CheckList);

interface TagBarProps {
  readonly ticket: TicketAnswer;
  /** Opens the list of the participants. */
  readonly onParticipants: () => void;
}

/** The tags of a ticket with their selector, its participants, and the colleagues who have the ticket open. */
export function TagBar({ ticket, onParticipants }: TagBarProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="tag-bar">
      <div className="tag-bar-tags">
        <SnoozeChip ticket={ticket} />
        {ticket.tags.map((tag) => (
          <Chip key={tag.id} color={tag.color} shape="round">
            {tag.name}
          </Chip>
        ))}
        <TagPicker ticket={isOpen ? ticket : null} onOpen={setOpen} />
      </div>
      <PresenceLine />
      <ParticipantFaces ticket={ticket} onOpen={onParticipants} />
    </div>
  );
}

interface TagPickerProps {
  /** Null while the picker is closed, so that a change of ticket does not render it again. */
  readonly ticket: TicketAnswer | null;
  readonly onOpen: (isOpen: boolean) => void;
}

const TagPicker = memo(function TagPicker({ ticket, onOpen }: TagPickerProps) {
  useSignals();
  const t = useText(ticketTexts);
  return (
    <Popover
      label={t("head.tags")}
      placement="bottom start"
      isOpen={ticket !== null}
      onOpenChange={(open) => {
        onOpen(open);
        if (open) void tags.need();
      }}
      trigger={
        <Button
          size="s"
          variant="ghost"
          className="tag-bar-add"
          icon={<Plus />}
          aria-label={t("head.editTags")}
        >
          {t("head.addTag")}
        </Button>
      }
    >
      {ticket ? (
        <CheckList
          label={t("head.tags")}
          items={tags.all.value}
          chosen={ticket.tags.map(({ id }) => id)}
          onChange={(ids) => changeTags(ticket, ids)}
          onOpen={() => undefined}
          emptyText={t("head.noTags")}
        />
      ) : null}
    </Popover>
  );
});

/** Replaces the tags of a ticket: shown at once, reverted when the server rejects the change. */
export function changeTags({ id, tags: before }: TicketAnswer, ids: readonly number[]): void {
  const known = new Map([...before, ...tags.all.peek()].map((tag) => [tag.id, tag]));
  tickets.patch(id, { tags: ids.flatMap((tagId) => known.get(tagId) ?? []) });
  syncTags(id, ids).catch((error: unknown) => {
    tickets.patch(id, { tags: before });
    toast.failure(error);
  });
}
