import type { WASocket } from "@whiskeysockets/baileys";
import { isHandling } from "#channels/connections/whatsapp/inbound/handling.ts";
import { guardOfDoors, heldAtDoor } from "#platform/db/durability/doors.ts";
import { DurabilityError } from "#platform/db/durability/durability.ts";

type Done = (error?: Error) => void;

interface RawSocket {
  readonly socket: { send(data: unknown, done?: Done): void } | null;
}

/**
 * Holds every frame back while steps of the ratchet wait for their commit, so that no stanza is sent before the keys
 * that encrypted it are stored. Frames are sent in order, because each is encrypted under a counter. When a commit
 * fails, the frame that waits for it and all later frames are refused. In a cluster a frame also waits until every commit
 * of this thread is durable: after a takeover no message key is used twice, and no receipt is sent for a lost message.
 * The promise of a send resolves when its frame was sent. One exception: in the handling of an incoming message it resolves
 * once the commit is on the local disk. Otherwise each message of a chat would wait for a round trip to the log.
 */
export function sendAfterCommit(
  sock: WASocket,
  uncommitted: () => Promise<void> | null,
  onNotDurable: (error: Error) => void = () => undefined,
): void {
  const { socket } = sock.ws as unknown as RawSocket;
  if (!socket) throw new Error("the socket has no websocket");
  const send = socket.send.bind(socket);
  let last: Promise<void> | null = null;
  let failure: Error | null = null;
  const stored = (commit: Promise<void> | null): Promise<void> | null => {
    if (!guardOfDoors()) return commit;
    if (!commit) return heldAtDoor("stanzas") ?? null;
    return commit.then(() => heldAtDoor("stanzas"));
  };
  const inTurn = (data: unknown, done?: Done) => {
    if (failure) done?.(failure);
    else send(data, done);
  };
  socket.send = (data, whenSent) => {
    const local = uncommitted();
    const commit = stored(local);
    if (!commit && !last) return inTurn(data, whenSent);
    const mayGoOn = guardOfDoors() !== undefined && isHandling();
    const done = mayGoOn ? undefined : whenSent;
    if (mayGoOn && whenSent)
      void (local ?? Promise.resolve()).then(
        () => whenSent(failure ?? undefined),
        (error: Error) => whenSent(error),
      );
    const turn = Promise.all([last, commit]).then(
      () => inTurn(data, done),
      (error: Error) => {
        if (!failure && error instanceof DurabilityError) onNotDurable(error);
        failure ??= error;
        done?.(failure);
      },
    );
    last = turn;
    void turn.then(() => {
      if (last === turn) last = null;
    });
  };
}
