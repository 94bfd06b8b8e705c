import * as v from "valibot";
import { readObject } from "#automation/integrations/crud/json-content.ts";
import type { Step } from "#automation/integrations/delivery/adapter.ts";
import { OutboundPort } from "#platform/outbound/client.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { assertionOf, type ServiceAccount } from "./service-account.ts";

/** The agent, and the language of the query. */
interface Agent {
  readonly account: ServiceAccount;
  readonly projectName: string;
  readonly language: string;
}

/** The customer's input: text, or a voice note. */
export type CustomerInput = { readonly text: string } | { readonly audio: string };

const Result = v.object({
  queryResult: v.object({
    fulfillmentText: v.optional(v.string(), ""),
    fulfillmentMessages: v.optional(v.array(v.record(v.string(), v.unknown())), []),
    diagnosticInfo: v.optional(v.record(v.string(), v.unknown())),
    intent: v.optional(v.looseObject({ endInteraction: v.optional(v.boolean()) })),
  }),
});
type QueryResult = v.InferOutput<typeof Result>["queryResult"];

/** A failed call of the agent; `message` is short and contains no secret. */
export class DialogflowFailed extends Error {
  override readonly name = "DialogflowFailed";
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** `detectIntent` in the session of a ticket. Throws DialogflowFailed, OutboundFailed. */
export async function detectIntent(
  tenant: Tenant,
  { account, projectName, language }: Agent,
  session: string,
  spoken: CustomerInput,
): Promise<{ readonly result: QueryResult; readonly raw: string }> {
  const token = await accessToken(tenant, account);
  const base = tenant.installation.config.dialogflowUrl;
  const path = `projects/${encodeURIComponent(projectName)}/agent/sessions/${encodeURIComponent(session)}`;
  const { status, text } = await tenant.installation.ports.use(OutboundPort).request({
    method: "POST",
    url: `${base}/v2/${path}:detectIntent`,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(queryOf(spoken, language)),
  });
  if (status !== 200) throw new DialogflowFailed(reasonOf(text) ?? `answered ${status}`, status);
  const parsed = v.safeParse(Result, readObject(text));
  if (!parsed.success) throw new DialogflowFailed("answer not understood", status);
  return { result: parsed.output.queryResult, raw: text };
}

function queryOf(spoken: CustomerInput, languageCode: string): object {
  if ("text" in spoken) return { queryInput: { text: { text: spoken.text.slice(0, 256), languageCode } } };
  const audioConfig = { audioEncoding: "AUDIO_ENCODING_OGG_OPUS", sampleRateHertz: 16_000, languageCode };
  return { queryInput: { audioConfig }, inputAudio: spoken.audio };
}

async function accessToken(tenant: Tenant, account: ServiceAccount): Promise<string> {
  let assertion: string;
  try {
    assertion = assertionOf(account, tenant.clock.now());
  } catch {
    throw new DialogflowFailed("private_key cannot be read");
  }
  const { status, text } = await tenant.installation.ports.use(OutboundPort).request({
    method: "POST",
    url: account.token_uri,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion,
    }).toString(),
  });
  const token = readObject(text)?.["access_token"];
  if (status !== 200 || typeof token !== "string")
    throw new DialogflowFailed(reasonOf(text) ?? "the service account was refused", status);
  return token;
}

/** The error message of the response. */
function reasonOf(text: string): string | undefined {
  const answer = readObject(text);
  const { error, error_description: description } = answer ?? {};
  const inner =
    typeof error === "object" && error !== null ? (error as { message?: unknown }).message : error;
  const words = [description, inner].find((said) => typeof said === "string");
  return typeof words === "string" ? words.slice(0, 200) : undefined;
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

/** The texts of a response, in order. */
export function textsOf({ fulfillmentMessages, fulfillmentText }: QueryResult): string[] {
  const texts = fulfillmentMessages.flatMap((message) => {
    const lines = fieldsOf(message["text"])["text"];
    return Array.isArray(lines)
      ? lines.filter((text): text is string => typeof text === "string" && text.trim() !== "")
      : [];
  });
  return texts.length === 0 && fulfillmentText.trim() !== "" ? [fulfillmentText] : texts;
}

/**
 * The steps of a response: its texts, payloads `{ image | queueId | closeTicket }`, its end
 * (docs/rules/integrations.md#dialogflow).
 */
export function readResult(result: QueryResult): Step[] {
  const steps: Step[] = textsOf(result).map((text) => ({ do: "say", text }));
  const ends: Step[] = [];
  for (const message of result.fulfillmentMessages) {
    const { image, queueId, closeTicket } = fieldsOf(message["payload"]);
    if (typeof image === "string") steps.push({ do: "media", url: image, caption: "", voice: false });
    const queue = Number(queueId);
    if (Number.isInteger(queue) && queue > 0) ends.push({ do: "transferQueue", queueId: queue });
    if (closeTicket === true || closeTicket === "true") ends.push({ do: "close", silent: false });
  }
  const isOver =
    result.diagnosticInfo?.["end_conversation"] === true || result.intent?.endInteraction === true;
  if (ends.length === 0 && isOver) ends.push({ do: "endSession", failed: false });
  return [...steps, ...ends.slice(0, 1)];
}
