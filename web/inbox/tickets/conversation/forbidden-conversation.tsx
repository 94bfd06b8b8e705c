import Lock from "lucide-react/icons/lock";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { EmptyState } from "#web/ui/state/empty-state.tsx";

/** True when the ticket may be seen, but not what is written in it (docs/rules/tickets.md#permissions). */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

/** Replaces a conversation the user may not read: shows whose it is, or that it must be accepted. */
export function ForbiddenConversation({ ticket }: { readonly ticket: TicketAnswer | undefined }) {
  const t = useText(ticketTexts);
  const name = ticket?.user?.name;
  const text =
    ticket?.status === "pending"
      ? t("room.pending")
      : name
        ? t("room.ofOther", { name })
        : t("room.ofOtherUnknown");
  return (
    <div className="stream stream-hello">
      <EmptyState picture={<Lock />} title={t("room.forbidden")} text={text} />
    </div>
  );
}
