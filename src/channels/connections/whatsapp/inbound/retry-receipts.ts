import type { BinaryNode, GroupMetadata, WASocket } from "@whiskeysockets/baileys";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { kindOf, parseJid, sameUser } from "#channels/connections/whatsapp/translate/jid.ts";
import { receiptIds } from "./receipts.ts";

type Address = string | null | undefined;

/** True when the addresses belong to one chat, as a number and its privacy id do. */
export function isSameChat(store: SessionStore, chat: Address, ...others: readonly Address[]): boolean {
  const known = new Set(store.directory.describe(chat).map(({ address }) => address));
  return store.directory.describe(...others).some(({ address }) => known.has(address));
}

/**
 * True when a retry receipt may be passed to Baileys, which sends a message again to every author who knows its id; ids
 * are not secret. A message to a person is sent again to that person only, a message to a group to its members. Our own
 * devices have every message. `guard` runs accesses to the store.
 */
export async function mayRequestAgain(
  sock: WASocket,
  store: SessionStore,
  node: BinaryNode,
  options: { readonly guard: (work: () => void) => void; readonly now: () => number },
): Promise<boolean> {
  const { from = "", participant } = node.attrs;
  let verdict: Verdict | undefined;
  options.guard(() => (verdict = judge(node, store)));
  if (verdict !== "unknown member") return verdict === "allowed";
  const metadata = await sock.groupMetadata(from).catch(() => undefined);
  let isTheirs = false;
  options.guard(() => {
    if (metadata) store.groups.save(metadata, options.now());
    isTheirs = isMember(store, metadata, participant);
  });
  return isTheirs;
}

/** `unknown member`: the stored list of members is missing, or older than this member. */
type Verdict = "allowed" | "refused" | "unknown member";

function judge(node: BinaryNode, store: SessionStore): Verdict {
  const { from = "", participant } = node.attrs;
  const own = store.own();
  if (sameUser(participant ?? from, own.id) || sameUser(participant ?? from, own.lid)) return "allowed";
  if (!concernsItsChat(node, store)) return "refused";
  if (kindOf(parseJid(from)) !== "group") return "allowed";
  return isMember(store, store.groups.find(from)?.metadata, participant) ? "allowed" : "unknown member";
}

/** True when every message of the receipt that we have sent went to the chat from which the receipt came. */
function concernsItsChat(node: BinaryNode, store: SessionStore): boolean {
  const { from, participant, sender_pn, sender_lid } = node.attrs;
  const isGroup = kindOf(parseJid(from)) === "group";
  return receiptIds(node).every((id) => {
    const sent = store.sent.mark(id);
    if (!sent) return true;
    if (isGroup) return isSameChat(store, sent.chat, from);
    const isAuthor = participant === undefined || isSameChat(store, sent.chat, participant);
    return isAuthor && isSameChat(store, sent.chat, from, sender_pn, sender_lid);
  });
}

function isMember(store: SessionStore, metadata: GroupMetadata | undefined, author: Address): boolean {
  const identities = store.directory.describe(author);
  return (metadata?.participants ?? []).some((member) =>
    [member.id, member.phoneNumber, member.lid].some((form) =>
      identities.some(({ address }) => sameUser(form, address)),
    ),
  );
}
