import { deserialize, serialize } from "bun:jsc";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { proto } from "@whiskeysockets/baileys";
import { Companion } from "#simulator/devices/companion.ts";
import { SignalDevice } from "#simulator/devices/signal-device.ts";
import type { Network } from "#simulator/network.ts";
import type { ChatMessage } from "#simulator/phones/chat-message.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import type { CompanionState, MessageState, NetworkState, PhoneState } from "./network-state.ts";

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

  /** Saves for the last time and marks the end as clean: no key was used after this save, so the next run may use all of them. */
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

function messageState({ content, earlier, ...fields }: ChatMessage): MessageState {
  const encode = (each: proto.IMessage): Uint8Array => proto.Message.encode(each).finish();
  return { ...fields, content: encode(content), earlier: earlier.map(encode) };
}

function companionState(companion: Companion): CompanionState {
  const { id, platform, noiseKey, identity, registrationId, signedPreKey } = companion;
  return {
    id,
    platform,
    keys: { noiseKey, identity, registrationId, signedPreKey },
    linkedAt: companion.linkedAt,
    preKeys: companion.preKeys,
    queue: companion.queue.list(),
    hasLoggedIn: companion.hasLoggedIn,
  };
}

function phoneState(phone: Phone): PhoneState {
  const { options, handset, nextDevice, picture, blocklist, collections } = phone;
  return {
    options,
    signal: handset.state,
    nextDevice,
    picture,
    blocklist,
    collections,
    messages: phone.chats.all().map(messageState),
    companions: [...phone.companions.values()].map(companionState),
  };
}

/** The state for the next run, without events that wait for a switched-off phone. */
export function stateOf(network: Network, isClean: boolean): NetworkState {
  return {
    version: 1,
    isClean,
    phones: network.directory.phones().map(phoneState),
    groups: network.directory.groups().map(({ id, subject, creator, members, addressing, createdAt }) => ({
      id,
      subject,
      members: [creator, ...[...members].filter((member) => member !== creator)].map(({ number }) => number),
      addressing,
      createdAt,
    })),
    files: network.media.files,
  };
}

/** Fills a new network with the accounts, chats and linked devices of an earlier run. */
function restoreState(network: Network, state: NetworkState): void {
  for (const phone of state.phones) restorePhone(network, phone, state.isClean);
  for (const group of state.groups) {
    const members = group.members.flatMap((number) => network.directory.byNumber(number) ?? []);
    const [creator] = members;
    if (creator) network.directory.addGroup({ ...group, creator, members: new Set(members) });
  }
  network.media.restore(state.files);
}

function restorePhone(network: Network, state: PhoneState, isClean: boolean): void {
  const phone = network.addPhone(state.options);
  phone.handset = new SignalDevice(state.signal);
  phone.nextDevice = state.nextDevice;
  phone.picture = state.picture;
  for (const number of state.blocklist) phone.blocklist.add(number);
  for (const [name, patches] of state.collections) phone.collections.set(name, patches);
  for (const message of state.messages) phone.chats.add(messageFrom(message));
  for (const companion of state.companions) restoreCompanion(phone, companion, isClean);
  if (!isClean) forgetSpentKeys(phone);
}

function messageFrom({ content, earlier, ...fields }: MessageState) {
  const decode = (bytes: Uint8Array): proto.IMessage => proto.Message.decode(bytes);
  return { ...fields, content: decode(content), earlier: earlier.map(decode) };
}

function restoreCompanion(phone: Phone, state: CompanionState, isClean: boolean): void {
  const companion = new Companion(phone, state.id, state.platform, state.keys, state.linkedAt);
  companion.hasLoggedIn = state.hasLoggedIn;
  for (const stanza of state.queue) companion.queue.add(stanza);
  if (isClean) companion.preKeys.push(...state.preKeys);
  phone.companions.set(companion.id, companion);
}

/**
 * After an unclean end the file may be older than the clients' state. No message key or one-time key may be used
 * twice, so sessions start again and the clients must upload new one-time keys.
 */
function forgetSpentKeys(phone: Phone): void {
  phone.handset.state.sessions.clear();
  phone.handset.state.senderKeys.clear();
}
