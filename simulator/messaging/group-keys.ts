import type { Companion } from "#simulator/devices/companion.ts";
import type { Group } from "#simulator/groups/announce.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import type { Sealed } from "./message-stanza.ts";
import { sealSenderKey } from "./seal.ts";

const holders = new WeakMap<Companion, Set<string>>();

function keyName(author: Phone, group: Group): string {
  return `${group.id}/${author.number}`;
}

/** Encrypts the author's sender key for a device that does not have it; undefined when it does. */
export async function distributeSenderKey(
  author: Phone,
  group: Group,
  reader: Companion,
): Promise<Sealed | undefined> {
  const held = holders.get(reader) ?? new Set<string>();
  holders.set(reader, held);
  if (held.has(keyName(author, group))) return undefined;
  held.add(keyName(author, group));
  return sealSenderKey(author, group, reader);
}

/** Marks the sender key as unknown to a device, which gets it again after a retry request. */
export function forgetSenderKey(author: Phone, group: Group, reader: Companion): void {
  holders.get(reader)?.delete(keyName(author, group));
}
