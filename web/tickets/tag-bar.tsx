import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import type { TicketAnswer } from "#tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { PickList } from "#web/ui/pick-many.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { toast } from "#web/ui/toast.ts";
import { tickets } from "./desk.ts";
import { ticketTexts } from "./locales/index.ts";
import { tags } from "./lookups.ts";
import { PresenceLine } from "./presence-line.tsx";
import { syncTags } from "./tickets-api.ts";
import "./tag-bar.css";

/** The tags of a ticket with their selector, and who else is here. */
export function TagBar({ ticket }: { readonly ticket: TicketAnswer }) {
  useSignals();
  const t = useText(ticketTexts);
  const [isOpen, setOpen] = useState(false);
  const chosen = ticket.tags.map(({ id }) => id);
  const change = (ids: readonly number[]) => {
    const before = ticket.tags;
    const known = new Map([...before, ...tags.all.peek()].map((tag) => [tag.id, tag]));
    tickets.patch(ticket.id, { tags: ids.flatMap((id) => known.get(id) ?? []) });
    syncTags(ticket.id, ids).catch((error: unknown) => {
      tickets.patch(ticket.id, { tags: before });
      toast.failure(error);
    });
  };
  return (
    <div className="tag-bar">
      <div className="tag-bar-tags">
        {ticket.tags.map((tag) => (
          <Chip key={tag.id} color={tag.color} shape="round">
            {tag.name}
          </Chip>
        ))}
        <Popover
          label={t("head.tags")}
          placement="bottom start"
          isOpen={isOpen}
          onOpenChange={(open) => {
            setOpen(open);
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
          <PickList
            label={t("head.tags")}
            items={tags.all.value}
            chosen={chosen}
            onChange={change}
            onOpen={() => undefined}
            emptyText={t("head.noTags")}
          />
        </Popover>
      </div>
      <PresenceLine />
    </div>
  );
}
