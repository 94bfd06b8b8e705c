import { proto } from "@whiskeysockets/baileys";
import type { Companion } from "#simulator/devices/companion.ts";
import type { Network } from "#simulator/network.ts";
import type { ChatMessage } from "#simulator/phones/chat-message.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import type { CompanionState, MessageState, NetworkState, PhoneState } from "./network-state.ts";

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
