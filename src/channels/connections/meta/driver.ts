import { standInId } from "#channels/connections/provider/temporary-id.ts";
import { unable } from "#channels/connections/provider/unsupported-operations.ts";
import type { Provider, ProviderEvents, SendResult, SessionKey } from "#channels/connections/provider.ts";
import type { Installation } from "#tenants/installation.ts";
import { eraseMetaAccount, metaAccountOf, metaAccounts, tokenOf } from "./accounts.ts";
import { downloadFile } from "./download.ts";
import { createGraph, GraphError } from "./graph.ts";
import { profileOf } from "./profile.ts";
import { type PageAccount, sendToPage } from "./send.ts";

/** A token the network took this lately need not be asked about again. */
const FRESH_MS = 60_000;

/**
 * The driver of Facebook pages and Instagram accounts. It has no connection of its own to keep: a session is the right
 * to use a token. What comes in comes by the webhook.
 */
export function createPageDriver(installation: Installation, events: ProviderEvents): Provider {
  const graph = createGraph(installation);
  const { tenants, clock } = installation;
  const running = new Set<string>();
  const nameOf = (key: SessionKey) => `${key.companyId}:${key.connectionId}`;

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
  const close = (key: SessionKey, reason: "token_invalid" | "network", detail: string) => {
    // Said once: the session decides what follows.
    if (running.delete(nameOf(key))) events.session(key, { type: "closed", reason, detail });
  };
  /** What an error says about the session: a dead token ends it, an outage pauses it. */
  const mind = (key: SessionKey, error: unknown): GraphError => {
    if (!(error instanceof GraphError)) throw error;
    const { trouble } = error;
    if (trouble.kind === "token") close(key, "token_invalid", trouble.detail);
    if (trouble.kind === "offline") close(key, "network", trouble.detail);
    return error;
  };
  const isHeard = async (account: PageAccount): Promise<void> =>
    void (await graph.call({ method: "GET", path: "me", token: account.token, query: { fields: "id" } }));
  const act = async (key: SessionKey, to: string, action: string): Promise<void> => {
    const account = running.has(nameOf(key)) ? accountOf(key) : null;
    if (!account) return;
    const body = { recipient: { id: to }, sender_action: action };
    await graph
      .call({ method: "POST", path: `${account.pageId}/messages`, token: account.token, body })
      .catch((error: unknown) => mind(key, error));
  };

  return {
    ...unable,
    async start(key) {
      const name = nameOf(key);
      if (running.has(name)) return;
      running.add(name);
      const account = accountOf(key);
      if (!account) {
        close(key, "token_invalid", "no token");
        return;
      }
      try {
        if (clock.now() - account.row.checkedAt >= FRESH_MS) await isHeard(account);
      } catch (error) {
        // Anything but an outage: somebody has to look at it.
        if (mind(key, error).trouble.kind !== "offline") close(key, "token_invalid", String(error));
        return;
      }
      if (running.has(name)) events.session(key, { type: "open", identities: [], name: null });
    },
    async stop(key) {
      running.delete(nameOf(key));
    },
    async logout(key) {
      running.delete(nameOf(key));
      const account = accountOf(key);
      // Page and Instagram account are heard through one subscription: the last one ends it.
      if (account && !isShared(key, account.pageId))
        await graph
          .call({ method: "DELETE", path: `${account.pageId}/subscribed_apps`, token: account.token })
          .catch(() => undefined);
      events.session(key, { type: "closed", reason: "stopped", detail: "logged out" });
    },
    async wipe(_directory, key) {
      eraseMetaAccount(tenants.open(key.companyId), key.connectionId);
    },
    hasCredentials: async (_directory, key) => accountOf(key) !== null,
    newMessageId: (_key, seed) => standInId(seed),
    async send(key, message): Promise<SendResult> {
      const account = running.has(nameOf(key)) ? accountOf(key) : null;
      if (!account) return { state: "retry", detail: "not open" };
      try {
        return { state: "accepted", providerId: await sendToPage(graph, account, message) };
      } catch (error) {
        return resultOf(mind(key, error));
      }
    },
    // An account of Instagram has no mark of its own for single messages: the conversation is seen.
    markRead: (key, chat) => act(key, chat, "mark_seen"),
    typing: (key, chat, active) => act(key, chat, active ? "typing_on" : "typing_off"),
    async profilePicture(key, address) {
      const account = accountOf(key);
      if (!account) return null;
      const profile = await profileOf(graph, account.row, account.token, address).catch(() => null);
      return profile?.pictureUrl ?? null;
    },
    downloadMedia: (key, handle) => downloadFile(tenants.open(key.companyId), handle),
    async probe(key) {
      const account = running.has(nameOf(key)) ? accountOf(key) : null;
      if (!account) return false;
      return isHeard(account).then(
        () => true,
        (error: unknown) => {
          mind(key, error);
          return false;
        },
      );
    },
    async close() {
      running.clear();
    },
  };
}

/** What becomes of a message nobody took; an outcome nobody knows is left to be settled by the echo, or by time. */
function resultOf({ trouble, message }: GraphError): SendResult {
  switch (trouble.kind) {
    case "token":
      return { state: "retry", detail: message };
    case "busy":
      return { state: "retry", detail: message, ...(trouble.pauseMs && { pauseMs: trouble.pauseMs }) };
    case "offline":
      return trouble.unsent ? { state: "retry", detail: message } : { state: "written" };
    case "window":
      return { state: "refused", code: "ERR_WINDOW_CLOSED", detail: message };
    case "refused":
      return { state: "refused", code: "ERR_SENDING_WAPP_MSG", detail: message };
  }
}
