import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { colleagues, queues } from "#web/inbox/tickets/reference-data.ts";
import { connections } from "#web/lib/lists/connections.ts";
import type { Names } from "./event-text.ts";

/** Components that show events read it and are rendered again when a name is loaded. */
const NAMES: Names = {
  queue: (id) => queues.get(id)?.name,
  user: (id) => colleagues.get(id)?.name,
  connection: (id) => connections.items.get(id)?.name,
};

/** Names for the events of a ticket; reads the short lists the first time they are needed. */
export function useEventNames(isNeeded: boolean): Names {
  useSignals();
  useEffect(() => {
    if (!isNeeded) return;
    void queues.need();
    void colleagues.need();
  }, [isNeeded]);
  return NAMES;
}
