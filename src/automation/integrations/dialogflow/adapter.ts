import { readFile } from "node:fs/promises";
import type { Carrier, Telling, Told } from "#automation/integrations/delivery/adapter.ts";
import { outOfReach } from "#automation/integrations/hook/adapter.ts";
import { opened } from "#automation/integrations/present.ts";
import { mediaFileById, mediaStoreOf } from "#channels/media/index.ts";
import { type Message, messageById } from "#inbox/messages/index.ts";
import { OutboundFailed } from "#platform/outbound/target.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { readResult } from "./answer.ts";
import { DialogflowFailed, detectIntent, type Spoken } from "./client.ts";
import { serviceAccountOf } from "./service-account.ts";

/** What a call to the agent may carry of a voice note, bytes (about a minute). */
const AUDIO_BYTES = 512 * 1024;
const silent: Told = { statusCode: null, answer: "", error: null, steps: [] };

/**
 * An agent of Dialogflow: what the customer said in one breath is one question (docs/rules/integrations.md#dialogflow).
 */
export const dialogflowCarrier: Carrier = async (telling) => {
  const { tenant, integration, turn } = telling;
  if (!turn) return silent;
  const account = serviceAccountOf(opened(tenant, integration.jsonContent));
  if (!account) return { ...silent, error: "no service account", final: true };
  const spoken = await spokenIn(tenant, messagesOf(telling));
  if (!spoken) return { ...silent, error: null };
  const body = "text" in spoken ? spoken.text : "(audio)";
  const agent = { account, projectName: integration.projectName, language: integration.language };
  try {
    const { result, raw } = await detectIntent(tenant, agent, turn.ticket.uuid, spoken);
    return { statusCode: 200, answer: raw, body, error: null, steps: readResult(result) };
  } catch (error) {
    if (error instanceof OutboundFailed) return { ...outOfReach(error), body };
    if (!(error instanceof DialogflowFailed)) throw error;
    return { ...silent, statusCode: error.status, error: error.message, body };
  }
};

/** The messages of this breath: the body of a turn that was not tried yet lists them. */
function messagesOf({ tenant, body, turn }: Telling): readonly Message[] {
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

/** Words and transcripts together, else a voice note as it is; pictures and files say nothing. */
async function spokenIn(tenant: Tenant, messages: readonly Message[]): Promise<Spoken | undefined> {
  const words = messages.flatMap(({ mediaType, body, transcript }) =>
    mediaType === null ? [body] : transcript ? [transcript] : [],
  );
  if (words.length > 0) return { text: words.join("\n") };
  for (const { mediaType, mediaId } of messages) {
    const file = mediaType === "audio" && mediaId !== null ? mediaFileById(tenant.db, mediaId) : undefined;
    if (file?.state !== "stored" || file.path === null || file.size > AUDIO_BYTES) continue;
    if (!/ogg|opus/.test(file.mimeType)) continue;
    return { audio: (await readFile(mediaStoreOf(tenant).pathOf(file.path))).toString("base64") };
  }
  return undefined;
}
