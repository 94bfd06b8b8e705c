import type { BinaryNode } from "./node.ts";
import type { Wire } from "./wire.ts";

/** Queries from the server to a client, waiting for the `<iq>` result. */
export class Requests {
  readonly #waiting = new Map<string, (answer: BinaryNode) => void>();
  #next = 1;

  newId(): string {
    return `srv-${this.#next++}`;
  }

  /** Sends an iq and resolves with the client's answer; never resolves if the client disconnects. */
  ask(wire: Wire, iq: BinaryNode): Promise<BinaryNode> {
    const id = iq.attrs["id"] ?? this.newId();
    return new Promise((resolve) => {
      this.#waiting.set(`${wire.id}/${id}`, resolve);
      wire.send({ ...iq, attrs: { ...iq.attrs, id } });
    });
  }

  /** True when the stanza is the response to one of our queries. */
  settle(wire: Wire, iq: BinaryNode): boolean {
    const key = `${wire.id}/${iq.attrs["id"]}`;
    const resolve = this.#waiting.get(key);
    this.#waiting.delete(key);
    resolve?.(iq);
    return resolve !== undefined;
  }
}
