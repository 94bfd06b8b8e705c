import type { Network } from "#simulator/network.ts";
import { type BinaryNode, child, node, SERVER } from "#simulator/transport/node.ts";
import type { Wire } from "#simulator/transport/wire.ts";
import { receiveLinkCode } from "./pairing-code.ts";

/** Handles stanzas of a client that is not linked yet. */
export function receiveWhileLinking(network: Network, wire: Wire, stanza: BinaryNode): void {
  if (stanza.tag !== "iq") return;
  if (stanza.attrs["type"] === "result" || stanza.attrs["type"] === "error") {
    network.requests.settle(wire, stanza);
  } else if (network.attempts.get(wire)?.passkey?.receive(stanza)) {
    // Answered by the passkey exchange.
  } else if (child(stanza, "link_code_companion_reg")) {
    receiveLinkCode(network, wire, stanza);
  } else if (stanza.attrs["xmlns"] === "w:p") {
    wire.send(node("iq", { from: SERVER, type: "result", id: stanza.attrs["id"] }));
  }
}
