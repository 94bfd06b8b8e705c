import { decodeJid } from "#simulator/jids.ts";
import type { BinaryNode } from "#simulator/transport/node.ts";

/** Stanzas a linked device has not acknowledged yet, oldest first. What stays here is redelivered at login. */
export class StanzaQueue {
  readonly #stanzas = new Set<BinaryNode>();
  readonly #byId = new Map<string, BinaryNode[]>();
  readonly #emptied: (() => void)[] = [];

  get size(): number {
    return this.#stanzas.size;
  }

  list(): BinaryNode[] {
    return [...this.#stanzas];
  }

  add(stanza: BinaryNode): void {
    this.#stanzas.add(stanza);
    const key = `${stanza.tag}:${stanza.attrs["id"]}`;
    const same = this.#byId.get(key);
    if (same) same.push(stanza);
    else this.#byId.set(key, [stanza]);
  }

  /**
   * Takes out the stanza an acknowledgement speaks of. Ids are unique per chat only, so among equal ids
   * the one whose chat is named in the acknowledgement wins.
   */
  acknowledge(tag: string, id: string, jids: readonly (string | undefined)[]): BinaryNode | undefined {
    const key = `${tag}:${id}`;
    const same = this.#byId.get(key);
    if (!same?.length) return undefined;
    const users = new Set(jids.map((jid) => decodeJid(jid)?.user).filter(Boolean));
    const isNamed = ({ attrs }: BinaryNode): boolean =>
      [attrs["from"], attrs["participant"], attrs["recipient"]].some((jid) => {
        const user = decodeJid(jid)?.user;
        return user !== undefined && users.has(user);
      });
    const found = (same.length > 1 ? same.find(isNamed) : undefined) ?? same[0];
    if (!found) return undefined;
    same.splice(same.indexOf(found), 1);
    if (same.length === 0) this.#byId.delete(key);
    this.#stanzas.delete(found);
    if (this.#stanzas.size === 0) for (const wake of this.#emptied.splice(0)) wake();
    return found;
  }

  /** Resolves when nothing waits for an acknowledgement any more. */
  whenEmpty(): Promise<void> {
    if (this.#stanzas.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#emptied.push(resolve));
  }
}
