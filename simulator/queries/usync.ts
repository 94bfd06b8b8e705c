import { addressOf } from "#simulator/messaging/letter.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { allChildren, type BinaryNode, bytesOf, child, children, node } from "#simulator/transport/node.ts";
import type { Query, QueryHandler } from "./query.ts";

/** The handset and every linked device; `key-index` is mandatory for linked ones. */
function deviceList(phone: Phone): BinaryNode {
  const devices = [0, ...phone.companions.keys()].map((id) =>
    node("device", { id, "key-index": id === 0 ? null : id }),
  );
  return node("devices", {}, [node("device-list", {}, devices)]);
}

function answerProtocol(
  protocol: string,
  phone: Phone | undefined,
  asked: string | undefined,
): BinaryNode | null {
  switch (protocol) {
    case "contact":
      return node("contact", { type: phone ? "in" : "out" });
    case "devices":
      return phone ? deviceList(phone) : null;
    case "lid":
      return phone?.lid && !asked?.endsWith("@lid") ? node("lid", { val: addressOf(phone, "lid") }) : null;
    case "status":
      return phone ? node("status", {}, Buffer.from("")) : null;
    case "disappearing_mode":
      return node("disappearing_mode", { duration: 0, t: 0 });
    default:
      return null;
  }
}

function answerUser({ asker }: Query, user: BinaryNode, protocols: readonly string[]): BinaryNode {
  const { directory } = asker.phone.network;
  const asked = user.attrs["jid"];
  const typed = bytesOf(user, "contact");
  const number = typed ? Buffer.from(typed).toString() : undefined;
  const phone = number ? directory.byTypedNumber(number) : directory.find(asked)?.phone;
  const fallback = number ? `${number.replace(/\D/g, "")}@s.whatsapp.net` : asked;
  const jid = number && phone ? addressOf(phone, "pn") : fallback;
  const answers = protocols.map((protocol) => answerProtocol(protocol, phone, asked));
  return node(
    "user",
    { jid },
    answers.filter((answer) => answer !== null),
  );
}

const usync: QueryHandler = (query) => {
  const { subject } = query;
  const protocols = allChildren(child(subject, "query")).map(({ tag }) => tag);
  const users = children(child(subject, "list"), "user").map((user) => answerUser(query, user, protocols));
  return [node("usync", { sid: subject?.attrs["sid"] }, [node("result"), node("list", {}, users)])];
};

export const usyncQueries: Readonly<Record<string, Readonly<Record<string, QueryHandler>>>> = {
  "usync/get": { usync },
};
