import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { Collection } from "#web/lib/lists/collection.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import type { TicketLists } from "./list/ticket-lists-model.ts";

/** Channels of entities whose names tickets show. */
export const NAMED = ["queue", "whatsapp", "user", "contact", "resolution"] as const;
export type Named = (typeof NAMED)[number];

/**
 * Keeps what loaded tickets show of queues, connections, colleagues, contacts and resolutions as their events say; the code is
 * loaded with the first of them. Returns the functions that stop it.
 */
export const followNames = (
  socket: Pick<LiveSocket, "on">,
  tickets: Collection<TicketAnswer>,
  lists: Pick<TicketLists, "place" | "refresh">,
): readonly (() => void)[] =>
  NAMED.map((channel) =>
    socket.on(channel, (event) => {
      import("./update-names.ts").then(
        ({ updateNames }) => updateNames(tickets, lists, channel, event),
        // Without network the old names stay until the tickets are read again.
        () => undefined,
      );
    }),
  );
