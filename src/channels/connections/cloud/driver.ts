import { eraseMetaAccount, metaAccountOf, tokenOf } from "#channels/connections/meta/accounts.ts";
import { downloadFile } from "#channels/connections/meta/download.ts";
import { createGraph, type GraphAnswer, GraphError } from "#channels/connections/meta/graph.ts";
import { partOf, textOf } from "#channels/connections/meta/parts.ts";
import { temporaryId } from "#channels/connections/provider/temporary-id.ts";
import { unsupportedOperations } from "#channels/connections/provider/unsupported-operations.ts";
import type {
  NetworkIdentity,
  Provider,
  ProviderEvents,
  SendResult,
  SessionKey,
} from "#channels/connections/provider.ts";
import type { Installation } from "#tenants/installation.ts";
import { phoneAddress } from "./payload.ts";
import { codeOf } from "./refusal.ts";
import { type CloudAccount, sendByCloud } from "./send.ts";
import { createUploadedFiles } from "./uploaded-files.ts";

/** Fields read of a number: proof that the token is valid for it, and its display name. */
export const NUMBER_FIELDS = "display_phone_number,verified_name,quality_rating";

/**
 * The driver of the official WhatsApp (Cloud API). It keeps no connection: a session is the right to use a token.
 * Inbound events arrive by webhook.
 */
export function createCloudDriver(installation: Installation, events: ProviderEvents): Provider {
  const graph = createGraph(installation);
  const { tenants } = installation;
  const running = new Set<string>();
  const files = createUploadedFiles(installation.clock);
  const nameOf = (key: SessionKey) => `${key.companyId}:${key.connectionId}`;

  const accountOf = (key: SessionKey): CloudAccount | null => {
    const tenant = tenants.open(key.companyId);
    const row = metaAccountOf(tenant.db, key.connectionId);
    const token = tokenOf(tenant, row);
    return row?.kind === "phone" && token !== null ? { phoneNumberId: row.externalId, token } : null;
  };
  const runningAccount = (key: SessionKey) => (running.has(nameOf(key)) ? accountOf(key) : null);
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
  const readNumber = ({ phoneNumberId, token }: CloudAccount): Promise<GraphAnswer> =>
    graph.call({ method: "GET", path: phoneNumberId, token, query: { fields: NUMBER_FIELDS } });

  const markMessage = async (key: SessionKey, messageId: string, more: object): Promise<void> => {
    const account = runningAccount(key);
    if (!account) return;
    const { phoneNumberId, token } = account;
    const body = { messaging_product: "whatsapp", status: "read", message_id: messageId, ...more };
    await graph
      .call({ method: "POST", path: `${phoneNumberId}/messages`, token, body })
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
        const answer = await readNumber(account);
        const own = textOf(answer["verified_name"]) || null;
        if (running.has(name))
          events.session(key, { type: "open", identities: identitiesOf(answer), name: own });
      } catch (error) {
        // Only an outage is retried; anything else needs an admin.
        const { kind } = handleError(key, error).failure;
        if (kind === "busy") close(key, "network", String(error));
        else if (kind !== "offline") close(key, "token_invalid", String(error));
      }
    },
    async stop(key) {
      running.delete(nameOf(key));
    },
    async logout(key) {
      running.delete(nameOf(key));
      events.session(key, { type: "closed", reason: "stopped", detail: "logged out" });
    },
    async wipe(_directory, key) {
      eraseMetaAccount(tenants.open(key.companyId), key.connectionId);
    },
    hasCredentials: async (_directory, key) => accountOf(key) !== null,
    newMessageId: (_key, seed) => temporaryId(seed),
    async send(key, message): Promise<SendResult> {
      const account = runningAccount(key);
      if (!account) return { state: "retry", detail: "not open" };
      try {
        return { state: "accepted", providerId: await sendByCloud(graph, account, message, files) };
      } catch (error) {
        return resultOf(handleError(key, error));
      }
    },
    async markRead(key, _chat, messages) {
      // Reading a message marks all messages before it.
      const last = messages.at(-1);
      if (last) await markMessage(key, last.providerId, {});
    },
    // The network shows it below the answered message, which it marks as read; it ends with the answer or after 25 s.
    async typing(key, _chat, active, answering) {
      if (active && answering !== null)
        await markMessage(key, answering, { typing_indicator: { type: "text" } });
    },
    profilePicture: async () => null,
    async downloadMedia(key, handle) {
      const account = accountOf(key);
      const mediaId = mediaIdOf(handle);
      if (!account || mediaId === "") return null;
      try {
        const { token } = account;
        const answer = await graph.call({ method: "GET", path: encodeURIComponent(mediaId), token });
        const url = JSON.stringify({ url: textOf(answer["url"]) });
        return await downloadFile(tenants.open(key.companyId), url, { authorization: `Bearer ${token}` });
      } catch (error) {
        handleError(key, error);
        return null;
      }
    },
    async probe(key) {
      const account = runningAccount(key);
      if (!account) return false;
      return readNumber(account).then(
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

function identitiesOf(answer: GraphAnswer): readonly NetworkIdentity[] {
  const digits = textOf(answer["display_phone_number"]).replace(/\D/g, "");
  return digits === "" ? [] : [{ kind: "pn", value: digits, address: phoneAddress(digits) }];
}

function mediaIdOf(handle: string): string {
  try {
    return textOf(partOf(JSON.parse(handle))["mediaId"]);
  } catch {
    return "";
  }
}

/** The result of a failed send. An unknown outcome is settled by the status webhook, or by timeout. */
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
      return { state: "refused", code: codeOf(String(failure.code ?? "")), detail: message };
  }
}
