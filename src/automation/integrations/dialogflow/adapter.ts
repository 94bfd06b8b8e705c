import { readFile } from "node:fs/promises";
import type { Adapter, AdapterRequest, AdapterResult } from "#automation/integrations/delivery/adapter.ts";
import { unreachable } from "#automation/integrations/hook/adapter.ts";
import { decrypted } from "#automation/integrations/present.ts";
import { bringMedia, mediaFileById, mediaStoreOf } from "#channels/media/index.ts";
import { type Message, messageById } from "#inbox/messages/index.ts";
import { OutboundFailed } from "#platform/outbound/target.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type CustomerInput, DialogflowFailed, detectIntent, readResult } from "./client.ts";
import { serviceAccountOf } from "./service-account.ts";

/** Maximum size of a voice note in a call, bytes (about a minute). */
const AUDIO_BYTES = 512 * 1024;
const noResult: AdapterResult = { statusCode: null, answer: "", error: null, steps: [] };

/**
 * An agent of Dialogflow; consecutive messages of the customer are one query (docs/rules/integrations.md#dialogflow).
 */
export const dialogflowAdapter: Adapter = async (telling) => {
  const { tenant, integration, turn } = telling;
  if (!turn) return noResult;
  const account = serviceAccountOf(decrypted(tenant, integration.jsonContent));
  if (!account) return { ...noResult, error: "no service account", final: true };
  const spoken = await inputOf(tenant, messagesOf(telling));
  if (!spoken) return { ...noResult, error: null };
  const body = "text" in spoken ? spoken.text : "(audio)";
  const agent = { account, projectName: integration.projectName, language: integration.language };
  try {
    const { result, raw } = await detectIntent(tenant, agent, turn.ticket.uuid, spoken);
    return { statusCode: 200, answer: raw, body, error: null, steps: readResult(result) };
  } catch (error) {
    if (error instanceof OutboundFailed) return { ...unreachable(error), body };
    if (!(error instanceof DialogflowFailed)) throw error;
    return { ...noResult, statusCode: error.status, error: error.message, body };
  }
};

/** The messages of the turn: their ids are in the body of a delivery that was not attempted yet. */
function messagesOf({ tenant, body, turn }: AdapterRequest): readonly Message[] {
  const ids = idsIn(body);
  const known = ids.flatMap((id) => messageById(tenant.db, id) ?? []);
  return known.length > 0 ? known : turn?.message ? [turn.message] : [];
}

function idsIn(body: string): readonly number[] {
  try {
    const ids: unknown = JSON.parse(body);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "number") : [];
  } catch {
    return [];
  }
}

/** Texts and transcripts joined, otherwise a voice note; pictures and files are ignored. */
async function inputOf(tenant: Tenant, messages: readonly Message[]): Promise<CustomerInput | undefined> {
  const words = messages.flatMap(({ mediaType, body, transcript }) =>
    mediaType === null ? [body] : transcript ? [transcript] : [],
  );
  if (words.length > 0) return { text: words.join("\n") };
  for (const { mediaType, mediaId } of messages) {
    const file = mediaType === "audio" && mediaId !== null ? mediaFileById(tenant.db, mediaId) : undefined;
    if (file?.state !== "stored" || file.path === null || file.size > AUDIO_BYTES) continue;
    if (!/ogg|opus/.test(file.mimeType)) continue;
    const arriving = bringMedia(tenant, file);
    if (arriving) await arriving;
    return { audio: (await readFile(mediaStoreOf(tenant).pathOf(file.path))).toString("base64") };
  }
  return undefined;
}
