import { useSignals } from "@preact/signals-react/runtime";
import { createElement } from "react";
import { queues } from "#web/inbox/tickets/reference-data.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import type { Option } from "#web/ui/select/select.tsx";
import { dataColor } from "#web/ui/styles/color.ts";

/** Queues to choose from: all for admins, their own for others; with `everyone` (transfer) all for every user. */
export function useDialogQueues(everyone = false): readonly Option<number>[] {
  useSignals();
  const { isAdmin, queueIds } = currentUser.value;
  return queues.all.value
    .filter(({ id }) => everyone || isAdmin || queueIds.includes(id))
    .map(({ id, name, color }) => ({
      id,
      label: name,
      icon: createElement("i", { className: "pick-color", style: dataColor(color) }),
    }));
}
