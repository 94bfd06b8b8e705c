import type { Companion } from "#simulator/devices/companion.ts";
import { answerQuery } from "#simulator/queries/answer.ts";
import type { BinaryNode } from "#simulator/transport/node.ts";
import { receiveCall } from "./calls.ts";
import { receiveMessage } from "./receive-message.ts";
import { receiveAck, receiveReceipt } from "./receive-receipt.ts";
import { receiveChatState, receivePresence } from "./typing.ts";

type Receiver = (companion: Companion, stanza: BinaryNode) => void;

const RECEIVERS: Readonly<Record<string, Receiver>> = {
  iq: receiveIq,
  message: (companion, stanza) => void receiveMessage(companion, stanza),
  receipt: receiveReceipt,
  ack: receiveAck,
  chatstate: receiveChatState,
  presence: receivePresence,
  call: receiveCall,
};

/** Handles a stanza of a logged-in device; stream messages (`ib`) need no response. */
export function receiveStanza(companion: Companion, stanza: BinaryNode): void {
  RECEIVERS[stanza.tag]?.(companion, stanza);
}

function receiveIq(companion: Companion, iq: BinaryNode): void {
  const isAnswer = iq.attrs["type"] === "result" || iq.attrs["type"] === "error";
  const { wire, phone } = companion;
  if (!isAnswer) answerQuery(companion, iq);
  else if (wire) phone.network.requests.settle(wire, iq);
}
