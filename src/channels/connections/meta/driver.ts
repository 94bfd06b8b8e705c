import type { Provider, ProviderEvents, SessionKey } from "#channels/connections/provider.ts";
import type { Installation } from "#tenants/installation.ts";
import { metaAccountOf, metaAccounts, tokenOf } from "./accounts.ts";
import { downloadFile } from "./download.ts";
import { createGraph } from "./graph.ts";
import { createGraphDriver } from "./graph-driver.ts";
import { profileOf } from "./profile.ts";
import { type PageAccount, sendToPage } from "./send.ts";

/** A token that was accepted within this time, ms, is not checked again. */
const FRESH_MS = 60_000;

/** The driver of Facebook pages and Instagram accounts. */
export function createPageDriver(installation: Installation, events: ProviderEvents): Provider {
  const graph = createGraph(installation);
  const { tenants, clock } = installation;

  const accountOf = (key: SessionKey): PageAccount | null => {
    const tenant = tenants.open(key.companyId);
    const row = metaAccountOf(tenant.db, key.connectionId);
    const token = tokenOf(tenant, row);
    return row && token !== null && row.kind !== "phone"
      ? { kind: row.kind, pageId: row.parentId ?? row.externalId, row, token }
      : null;
  };
  const isShared = (key: SessionKey, pageId: string): boolean =>
    metaAccounts(tenants.open(key.companyId).db).some(
      ({ connectionId, externalId, parentId, token }) =>
        connectionId !== key.connectionId && token !== null && (parentId ?? externalId) === pageId,
    );
  const checkToken = async (account: PageAccount): Promise<void> =>
    void (await graph.call({ method: "GET", path: "me", token: account.token, query: { fields: "id" } }));

  const { base, sessions } = createGraphDriver<PageAccount>(installation, events, {
    accountOf,
    async open(account) {
      if (clock.now() - account.row.checkedAt >= FRESH_MS) await checkToken(account);
      return { identities: [], name: null };
    },
    retriesWhenBusy: false,
    check: checkToken,
    send: async (account, message) => ({
      state: "accepted",
      providerId: await sendToPage(graph, account, message),
    }),
    codeOf: () => "ERR_SENDING_WAPP_MSG",
    async logout(key) {
      const account = accountOf(key);
      // A page and its Instagram account share one subscription, which is deleted with the last of the two.
      if (account && !isShared(key, account.pageId))
        await graph
          .call({ method: "DELETE", path: `${account.pageId}/subscribed_apps`, token: account.token })
          .catch(() => undefined);
    },
  });
  const sendAction = (key: SessionKey, to: string, action: string): Promise<boolean> =>
    sessions.act(key, ({ pageId, token }) => {
      const body = { recipient: { id: to }, sender_action: action };
      return graph.call({ method: "POST", path: `${pageId}/messages`, token, body });
    });

  return {
    ...base,
    // Instagram has no receipts for single messages: the conversation is marked as seen.
    markRead: (key, chat) => sendAction(key, chat, "mark_seen"),
    async typing(key, chat, active) {
      await sendAction(key, chat, active ? "typing_on" : "typing_off");
    },
    async profilePicture(key, address) {
      const account = accountOf(key);
      if (!account) return null;
      const profile = await profileOf(graph, account.row, account.token, address).catch(() => null);
      return profile?.pictureUrl ?? null;
    },
    downloadMedia: (key, handle) => downloadFile(tenants.open(key.companyId), handle),
  };
}
