import { metaAccountOf, tokenOf } from "#channels/connections/meta/accounts.ts";
import { downloadFile } from "#channels/connections/meta/download.ts";
import { createGraph, type GraphAnswer } from "#channels/connections/meta/graph.ts";
import { createGraphDriver } from "#channels/connections/meta/graph-driver.ts";
import { partOf, textOf } from "#channels/connections/meta/parts.ts";
import type {
  NetworkIdentity,
  Provider,
  ProviderEvents,
  SessionKey,
} from "#channels/connections/provider.ts";
import type { Installation } from "#tenants/installation.ts";
import { phoneAddress } from "./payload.ts";
import { codeOf } from "./refusal.ts";
import { type CloudAccount, sendByCloud } from "./send.ts";
import { createUploadedFiles } from "./uploaded-files.ts";

/** Fields that are read of a number: they prove that the token is valid for it, and contain its display name. */
export const NUMBER_FIELDS = "display_phone_number,verified_name,quality_rating";

/** The driver of the official WhatsApp (Cloud API). */
export function createCloudDriver(installation: Installation, events: ProviderEvents): Provider {
  const graph = createGraph(installation);
  const { tenants } = installation;
  const files = createUploadedFiles(installation.clock);

  const accountOf = (key: SessionKey): CloudAccount | null => {
    const tenant = tenants.open(key.companyId);
    const row = metaAccountOf(tenant.db, key.connectionId);
    const token = tokenOf(tenant, row);
    return row?.kind === "phone" && token !== null ? { phoneNumberId: row.externalId, token } : null;
  };
  const readNumber = ({ phoneNumberId, token }: CloudAccount): Promise<GraphAnswer> =>
    graph.call({ method: "GET", path: phoneNumberId, token, query: { fields: NUMBER_FIELDS } });

  const { base, sessions } = createGraphDriver<CloudAccount>(installation, events, {
    accountOf,
    async open(account) {
      const answer = await readNumber(account);
      return { identities: identitiesOf(answer), name: textOf(answer["verified_name"]) || null };
    },
    retriesWhenBusy: true,
    check: readNumber,
    send: (account, message) => sendByCloud(graph, account, message, files),
    codeOf,
  });
  const markMessage = (key: SessionKey, messageId: string, more: object): Promise<boolean> =>
    sessions.act(key, ({ phoneNumberId, token }) => {
      const body = { messaging_product: "whatsapp", status: "read", message_id: messageId, ...more };
      return graph.call({ method: "POST", path: `${phoneNumberId}/messages`, token, body });
    });

  return {
    ...base,
    async markRead(key, _chat, messages) {
      // A read receipt for a message also marks all earlier messages as read.
      const last = messages.at(-1);
      return last ? markMessage(key, last.providerId, {}) : true;
    },
    // The network shows the indicator below the answered message, which it marks as read. The indicator ends with the
    // answer or after 25 s.
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
        sessions.handleError(key, error);
        return null;
      }
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
