import type { Group } from "#simulator/groups/announce.ts";
import { addressOf, alternateOf } from "#simulator/messaging/letter.ts";
import { type BinaryNode, node } from "#simulator/transport/node.ts";
import { type QueryHandler, QueryRefused } from "./query.ts";

/** A group's description as clients read it. */
export function groupNode(group: Group): BinaryNode {
  const created = Math.floor(group.createdAt / 1000);
  const members = [...group.members].map((member) =>
    node("participant", {
      jid: addressOf(member, group.addressing),
      type: member === group.creator ? "superadmin" : null,
      [group.addressing === "lid" ? "phone_number" : "lid"]: alternateOf(member, group.addressing),
    }),
  );
  const attrs = {
    id: group.id,
    subject: group.subject,
    s_t: created,
    creation: created,
    creator: addressOf(group.creator, group.addressing),
    addressing_mode: group.addressing,
    size: members.length,
  };
  return node("group", attrs, members);
}

const describe: QueryHandler = ({ asker, iq }) => {
  const group = asker.phone.network.directory.group(iq.attrs["to"] ?? "");
  if (!group) throw new QueryRefused(404, "item-not-found");
  if (!group.members.has(asker.phone)) throw new QueryRefused(403, "forbidden");
  return [groupNode(group)];
};

const participating: QueryHandler = ({ asker }) => {
  const groups = asker.phone.network.directory.groups().filter(({ members }) => members.has(asker.phone));
  return [node("groups", {}, groups.map(groupNode))];
};

export const groupQueries: Readonly<Record<string, Readonly<Record<string, QueryHandler>>>> = {
  "w:g2/get": { query: describe, participating },
};
