import { proto } from "@whiskeysockets/baileys";
import { Companion } from "#simulator/devices/companion.ts";
import { SignalDevice } from "#simulator/devices/signal-device.ts";
import type { Network } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import type { CompanionState, MessageState, NetworkState, PhoneState } from "./network-state.ts";

/** Fills a new network with the accounts, chats and linked devices of an earlier run. */
export function restoreState(network: Network, state: NetworkState): void {
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
