import { encodeNode } from "whatsapp-rust-bridge";
import type { Companion } from "#simulator/devices/companion.ts";
import { keepMessage } from "#simulator/phones/keep-message.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import type { BinaryNode } from "#simulator/transport/node.ts";
import { handOver } from "./hand-over.ts";
import type { OpenLetter } from "./letter.ts";
import { messageStanza } from "./message-stanza.ts";
import { writeLetter } from "./post.ts";
import { sealFor } from "./seal.ts";

/** Stanzas per write; acknowledgements are read between two writes. */
const STANZAS_PER_WRITE = 200;

interface Parcel {
  readonly letter: OpenLetter;
  readonly reader: Companion;
  readonly stanza: BinaryNode;
  readonly encoded: Uint8Array;
}

/** Many messages, encrypted and encoded beforehand, so that sending them takes little time. */
export interface Burst {
  /** Ids in the order of sending. */
  readonly ids: readonly string[];
  /** Sends all messages at full speed; offline devices get them from their queue. */
  send(): Promise<void>;
}

/** Prepares `count` texts to one account, sent in turn by the given people. Injected faults do not apply to them. */
export async function prepareBurst(
  to: Phone,
  authors: readonly Phone[],
  count: number,
  text: (index: number) => string = (index) => `mensagem ${index + 1}`,
): Promise<Burst> {
  const letters: OpenLetter[] = [];
  const parcels: Parcel[] = [];
  for (let index = 0; index < count; index++) {
    const author = authors[index % authors.length];
    if (!author) throw new Error("a burst needs at least one sender");
    const letter = writeLetter(author, to, { conversation: text(index) });
    letters.push(letter);
    await author.enqueue(async () => {
      for (const reader of to.companions.values()) parcels.push(await pack(letter, reader));
    });
  }
  return { ids: letters.map(({ id }) => id), send: () => sendAll(letters, parcels) };
}

async function pack(letter: OpenLetter, reader: Companion): Promise<Parcel> {
  const stanza = messageStanza(letter, reader, [await sealFor(letter.author, reader, letter.content)]);
  return { letter, reader, stanza, encoded: encodeNode(stanza) };
}

async function sendAll(letters: readonly OpenLetter[], parcels: readonly Parcel[]): Promise<void> {
  for (const letter of letters) {
    keepMessage(letter.author, letter, "sent");
    if (letter.to instanceof Object && "handset" in letter.to) handOver(letter.to, letter);
  }
  for (const { letter, reader, stanza } of parcels) {
    const { ledger, clock } = reader.phone.network;
    reader.queue.add(stanza);
    ledger.queued(reader, letter.id, stanza.attrs["from"] ?? "", clock.now());
  }
  for (const [reader, own] of Map.groupBy(parcels, (parcel) => parcel.reader)) {
    if (!reader.isLive) continue;
    for (let start = 0; start < own.length; start += STANZAS_PER_WRITE) {
      const part = own.slice(start, start + STANZAS_PER_WRITE);
      reader.wire?.sendEncoded(part.map(({ encoded }) => encoded));
      await new Promise(setImmediate);
    }
  }
}
