import { temporaryId } from "#channels/connections/provider/temporary-id.ts";
import { unsupportedOperations } from "#channels/connections/provider/unsupported-operations.ts";
import type { Provider, ProviderEvents, SendResult, SessionKey } from "#channels/connections/provider.ts";
import type { Installation } from "#tenants/installation.ts";
import { eraseMetaAccount, metaAccountOf, metaAccounts, tokenOf } from "./accounts.ts";
import { downloadFile } from "./download.ts";
import { createGraph, GraphError } from "./graph.ts";
import { profileOf } from "./profile.ts";
import { type PageAccount, sendToPage } from "./send.ts";

/** A token that was accepted within this time is not checked again. */
const FRESH_MS = 60_000;

/**
 * The driver of Facebook pages and Instagram accounts. It keeps no connection: a session is the right to use a token.
 * Inbound events arrive by webhook.
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
    // Emit `closed` only once; the session handles the rest.
    if (running.delete(nameOf(key))) events.session(key, { type: "closed", reason, detail });
  };
  /** Applies an error to the session: an invalid token ends it, an outage pauses it. Rethrows other errors. */
  const handleError = (key: SessionKey, error: unknown): GraphError => {
    if (!(error instanceof GraphError)) throw error;
    const { failure } = error;
    if (failure.kind === "token") close(key, "token_invalid", failure.detail);
    if (failure.kind === "offline") close(key, "network", failure.detail);
    return error;
  };
  const checkToken = async (account: PageAccount): Promise<void> =>
    void (await graph.call({ method: "GET", path: "me", token: account.token, query: { fields: "id" } }));
  const sendAction = async (key: SessionKey, to: string, action: string): Promise<void> => {
    const account = running.has(nameOf(key)) ? accountOf(key) : null;
    if (!account) return;
    const body = { recipient: { id: to }, sender_action: action };
    await graph
      .call({ method: "POST", path: `${account.pageId}/messages`, token: account.token, body })
      .catch((error: unknown) => handleError(key, error));
  };

  return {
    ...unsupportedOperations,
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
        if (clock.now() - account.row.checkedAt >= FRESH_MS) await checkToken(account);
      } catch (error) {
        // Only an outage is retried; anything else needs an admin.
        if (handleError(key, error).failure.kind !== "offline") close(key, "token_invalid", String(error));
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
      // A page and its Instagram account share one subscription: the last of them ends it.
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
    newMessageId: (_key, seed) => temporaryId(seed),
    async send(key, message): Promise<SendResult> {
      const account = running.has(nameOf(key)) ? accountOf(key) : null;
      if (!account) return { state: "retry", detail: "not open" };
      try {
        return { state: "accepted", providerId: await sendToPage(graph, account, message) };
      } catch (error) {
        return resultOf(handleError(key, error));
      }
    },
    // Instagram has no receipts for single messages: the conversation is marked as seen.
    markRead: (key, chat) => sendAction(key, chat, "mark_seen"),
    typing: (key, chat, active) => sendAction(key, chat, active ? "typing_on" : "typing_off"),
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
      return checkToken(account).then(
        () => true,
        (error: unknown) => {
          handleError(key, error);
          return false;
        },
      );
    },
    async close() {
      running.clear();
    },
  };
}

/** The result of a failed send. An unknown outcome is settled by the echo, or by timeout. */
function resultOf({ failure, message }: GraphError): SendResult {
  switch (failure.kind) {
    case "token":
      return { state: "retry", detail: message };
    case "busy":
      return { state: "retry", detail: message, ...(failure.pauseMs && { pauseMs: failure.pauseMs }) };
    case "offline":
      return failure.unsent ? { state: "retry", detail: message } : { state: "written" };
    case "window":
      return { state: "refused", code: "ERR_WINDOW_CLOSED", detail: message };
    case "refused":
      return { state: "refused", code: "ERR_SENDING_WAPP_MSG", detail: message };
  }
}
