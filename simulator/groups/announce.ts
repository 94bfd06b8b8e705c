import { type Addressing, groupJid } from "#simulator/jids.ts";
import { addressOf, alternateOf } from "#simulator/messaging/letter.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { groupNode } from "#simulator/queries/groups.ts";
import { type BinaryNode, node } from "#simulator/transport/node.ts";

function notify(group: Group, by: Phone, content: BinaryNode): void {
  const { clock, requests } = by.network;
  const attrs = {
    from: groupJid(group.id),
    participant: addressOf(by, group.addressing),
    [group.addressing === "lid" ? "participant_pn" : "participant_lid"]: alternateOf(by, group.addressing),
    type: "w:gp2",
    id: requests.newId(),
    t: Math.floor(clock.now() / 1000),
    notify: by.name,
  };
  for (const member of group.members) {
    for (const reader of member.companions.values()) reader.deliver(node("notification", attrs, [content]));
  }
}

/** A new group, to the linked devices of all its members. */
export function announceGroup(group: Group): void {
  notify(group, group.creator, node("create", {}, [groupNode(group)]));
}

export function announceSubject(group: Group, by: Phone): void {
  const t = Math.floor(by.network.clock.now() / 1000);
  notify(
    group,
    by,
    node("subject", { subject: group.subject, s_t: t, s_o: addressOf(by, group.addressing) }),
  );
}

/** Members joined or were removed; a removed member is notified while still a member. */
export function announceMember(group: Group, by: Phone, member: Phone, change: "add" | "remove"): void {
  const participant = node("participant", {
    jid: addressOf(member, group.addressing),
    [group.addressing === "lid" ? "phone_number" : "lid"]: alternateOf(member, group.addressing),
  });
  notify(group, by, node(change, {}, [participant]));
}

export interface Group {
  /** The user part of the group's address. */
  readonly id: string;
  subject: string;
  readonly creator: Phone;
  readonly members: Set<Phone>;
  readonly addressing: Addressing;
  /** ms since 1970. */
  readonly createdAt: number;
}
