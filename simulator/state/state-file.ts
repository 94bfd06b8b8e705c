import { deserialize, serialize } from "bun:jsc";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Network } from "#simulator/network.ts";
import type { NetworkState } from "./network-state.ts";
import { restoreState } from "./restore.ts";
import { stateOf } from "./save.ts";

const SAVE_EVERY_MS = 15_000;

/** Stores a network in a file, so that the next run has the same phones, chats and linked devices. */
export class StateFile {
  readonly #path: string;
  readonly #network: Network;
  #hasChanged = false;
  #cancel: () => void;

  constructor(path: string, network: Network) {
    this.#path = path;
    this.#network = network;
    network.feed.listenToAll(() => {
      this.#hasChanged = true;
    });
    this.#cancel = this.#later();
  }

  /** Loads the network from the file; false when there is none. An unreadable file is renamed. */
  load(): boolean {
    if (!existsSync(this.#path)) return false;
    const state = this.#read();
    if (state) restoreState(this.#network, state);
    else renameSync(this.#path, `${this.#path}.damaged`);
    return state !== null;
  }

  /** Saves for the last time and marks the end as clean: the next run may use every key. */
  close(): void {
    this.#cancel();
    this.#save(true);
  }

  #read(): NetworkState | null {
    try {
      const state: NetworkState = deserialize(readFileSync(this.#path));
      return state.version === 1 ? state : null;
    } catch {
      return null;
    }
  }

  #later(): () => void {
    return this.#network.clock.after(SAVE_EVERY_MS, () => {
      if (this.#hasChanged) this.#save(false);
      this.#cancel = this.#later();
    });
  }

  #save(isClean: boolean): void {
    this.#hasChanged = false;
    writeFileSync(`${this.#path}.new`, new Uint8Array(serialize(stateOf(this.#network, isClean))));
    renameSync(`${this.#path}.new`, this.#path);
  }
}
