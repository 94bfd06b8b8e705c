import { addressOf } from "#simulator/messaging/letter.ts";
import { node } from "#simulator/transport/node.ts";
import type { QueryHandler } from "./query.ts";

const settings: QueryHandler = ({ asker }) => {
  const categories = [
    ["readreceipts", asker.phone.readReceipts],
    ["profile", "all"],
    ["last", "all"],
    ["status", "all"],
    ["online", "all"],
    ["groupadd", "all"],
    ["calladd", "all"],
  ] as const;
  return [
    node(
      "privacy",
      {},
      categories.map(([name, value]) => node("category", { name, value })),
    ),
  ];
};

const blocklist: QueryHandler = ({ asker }) => {
  const { directory } = asker.phone.network;
  const blocked = [...asker.phone.blocklist].map((number) => directory.byNumber(number));
  const items = blocked.filter((phone) => phone !== undefined);
  return [
    node(
      "list",
      {},
      items.map((phone) => node("item", { jid: addressOf(phone, "lid") })),
    ),
  ];
};

const block: QueryHandler = ({ asker, subject }) => {
  const blocked = asker.phone.network.directory.find(subject?.attrs["jid"])?.phone;
  if (!blocked) return undefined;
  if (subject?.attrs["action"] === "block") asker.phone.blocklist.add(blocked.number);
  else asker.phone.blocklist.delete(blocked.number);
  return undefined;
};

/** No server properties are set: the client uses its defaults. */
const props: QueryHandler = () => [node("props", { hash: "simulated" })];

export const privacyQueries: Readonly<Record<string, Readonly<Record<string, QueryHandler>>>> = {
  "privacy/get": { privacy: settings },
  "privacy/set": { tokens: () => [node("tokens")], privacy: () => undefined },
  "blocklist/get": { "*": blocklist },
  "blocklist/set": { item: block },
  "abt/get": { props },
};
