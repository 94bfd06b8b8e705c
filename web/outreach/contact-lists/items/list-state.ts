import { signal } from "@preact/signals-react";
import type { ChecksAnswer, ContactListAnswer } from "#outreach/contact-lists/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import { socket as pageSocket } from "#web/lib/socket/socket-instance.ts";
import { type ListCalls, listCalls } from "#web/outreach/contact-lists/lists-api.ts";

/** Minimum interval between two requests for the state of the check, ms. */
const READ_MS = 5000;

/** State of an open list: name, counts and progress of the check of numbers. */
export function createListState(contactListId: number, calls: Pick<ListCalls, "get" | "checks"> = listCalls) {
  const list = signal<ContactListAnswer | null>(null);
  const checks = signal<ChecksAnswer | null>(null);
  const isGone = signal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const readChecks = async () => {
    timer = undefined;
    checks.value = await calls.checks(contactListId).catch(() => checks.peek());
  };
  const readSoon = () => {
    timer ??= setTimeout(() => void readChecks(), READ_MS);
  };
  const read = async () => {
    try {
      list.value = await calls.get(contactListId);
      await readChecks();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) isGone.value = true;
    }
  };
  return {
    list,
    checks,
    isGone,
    open(socket: LiveSocket = pageSocket): () => void {
      void read();
      const stops = [
        socket.on("ContactList", (event) => {
          const record = event["record"] as ContactListAnswer | undefined;
          if (event.action === "delete" && event["id"] === contactListId) isGone.value = true;
          if (record?.id !== contactListId) return;
          list.value = record;
          readSoon();
        }),
        socket.on("whatsappSession", readSoon),
        socket.onResync(() => void read()),
      ];
      return () => {
        clearTimeout(timer);
        for (const stop of stops) stop();
      };
    },
  };
}
