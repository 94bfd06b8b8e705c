import type { CompanionKeys } from "#simulator/devices/companion.ts";
import type { PublicPreKey } from "#simulator/devices/key-bundle.ts";
import type { SignalState } from "#simulator/devices/signal-device.ts";
import type { Addressing } from "#simulator/jids.ts";
import type { ChatMessage } from "#simulator/phones/chat-message.ts";
import type { PhoneOptions } from "#simulator/phones/phone.ts";
import type { BinaryNode } from "#simulator/transport/node.ts";

/** A message with its content as encoded bytes. */
export type MessageState = Omit<ChatMessage, "content" | "earlier"> & {
  readonly content: Uint8Array;
  readonly earlier: readonly Uint8Array[];
};

export interface CompanionState {
  readonly id: number;
  readonly platform: string;
  readonly keys: CompanionKeys;
  readonly linkedAt: number;
  readonly preKeys: readonly PublicPreKey[];
  readonly queue: readonly BinaryNode[];
  readonly hasLoggedIn: boolean;
}

export interface PhoneState {
  readonly options: PhoneOptions;
  readonly signal: SignalState;
  readonly nextDevice: number;
  readonly picture: Uint8Array | null;
  readonly blocklist: ReadonlySet<string>;
  readonly collections: ReadonlyMap<string, Uint8Array[]>;
  readonly messages: readonly MessageState[];
  readonly companions: readonly CompanionState[];
}

interface GroupState {
  readonly id: string;
  readonly subject: string;
  /** Numbers of the members; the first one created the group. */
  readonly members: readonly string[];
  readonly addressing: Addressing;
  readonly createdAt: number;
}

/** A whole network as plain values, stored in a file between two runs of the demo. */
export interface NetworkState {
  readonly version: 1;
  /** False when the last run did not end cleanly: keys used since the last save are unknown. */
  readonly isClean: boolean;
  readonly phones: readonly PhoneState[];
  readonly groups: readonly GroupState[];
  readonly files: ReadonlyMap<string, Uint8Array>;
}
