import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { queues } from "#web/inbox/tickets/reference-data.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import type { Pickable } from "#web/ui/select/multi-select.tsx";

/** Queues the user may choose from; admins also "without queue". */
export function usePickableQueues(): readonly Pickable[] {
  useSignals();
  const t = useText(ticketTexts);
  const { isAdmin, queueIds } = currentUser.value;
  const own = queues.all.value.filter(({ id }) => isAdmin || queueIds.includes(id));
  return isAdmin ? [{ id: 0, name: t("list.noQueue") }, ...own] : own;
}
