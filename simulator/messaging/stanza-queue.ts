import { decodeJid } from "#simulator/jids.ts";
import type { BinaryNode } from "#simulator/transport/node.ts";

/** The stanzas that a linked device has not acknowledged, oldest first; they are delivered again at its next login. */
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
   * Removes the acknowledged stanza. Ids are unique only within a chat, so among stanzas with equal ids that of the named chat
   * is preferred.
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

  /** Resolves when no stanza waits for an acknowledgement. */
  whenEmpty(): Promise<void> {
    if (this.#stanzas.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#emptied.push(resolve));
  }
}
