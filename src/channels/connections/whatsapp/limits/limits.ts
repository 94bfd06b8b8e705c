import type { BinaryNode, WASocket } from "@whiskeysockets/baileys";
import type { AccountLimits, NewChatQuota } from "#channels/connections/provider.ts";
import { dataOf, readLock, readNotification, readQuota } from "./parse.ts";

const LOCK_QUERY = "23983697327930364";
const QUOTA_QUERY = "24503548349331633";
/** WhatsApp's own clients query two types of quota; it is unknown which one applies to an account, so both are read. */
const QUOTA_TYPES = ["INDIVIDUAL_NEW_CHAT_MSG", "INDIVIDUAL_NEW_CHAT_THREAD"] as const;

const childOf = (node: BinaryNode, tag: string): BinaryNode | undefined =>
  Array.isArray(node.content) ? node.content.find((child) => child.tag === tag) : undefined;
const textOf = (node: BinaryNode | undefined): string =>
  node?.content === undefined || Array.isArray(node.content) ? "" : Buffer.from(node.content).toString();

/** Reports the notifications about lock and quota of the account, read from the raw stanza. */
export function watchLimits(sock: WASocket, report: (limits: AccountLimits) => void): void {
  sock.ws.on("CB:notification,type:mex", (node: BinaryNode) => {
    const limits = readNotification(textOf(childOf(node, "update")));
    if (limits) report(limits);
  });
}

/** Queries the network for the lock and the quotas of new chats of the connected account. Parts without an answer are omitted. */
export async function askLimits(sock: WASocket): Promise<AccountLimits> {
  const [lock, ...quotas] = await Promise.all([
    ask(sock, LOCK_QUERY, {}).then((data) => readLock(data?.["xwa2_fetch_account_reachout_timelock"])),
    ...QUOTA_TYPES.map((type) =>
      ask(sock, QUOTA_QUERY, { input: { type } }).then((data) =>
        readQuota(data?.["xwa2_message_capping_info"], type),
      ),
    ),
  ]);
  return { lock: lock ?? null, quotas: quotas.filter((quota): quota is NewChatQuota => quota !== null) };
}

async function ask(sock: WASocket, id: string, variables: object) {
  const content = Buffer.from(JSON.stringify({ variables }));
  const attrs = { type: "get", to: "s.whatsapp.net", xmlns: "w:mex" };
  const asked: Promise<BinaryNode | undefined> = sock.query({
    ...{ tag: "iq", attrs: { ...attrs, id: sock.generateMessageTag() } },
    content: [{ tag: "query", attrs: { query_id: id }, content }],
  });
  const answer = await asked.catch(() => undefined);
  return answer ? dataOf(textOf(childOf(answer, "result"))) : null;
}
