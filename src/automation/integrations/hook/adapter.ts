import { createHmac } from "node:crypto";
import { readObject } from "#automation/integrations/crud/json-content.ts";
import type { Adapter, AdapterResult } from "#automation/integrations/delivery/adapter.ts";
import { readCommands } from "#automation/integrations/delivery/commands.ts";
import { decrypted } from "#automation/integrations/present.ts";
import { type OutboundAnswer, OutboundPort } from "#platform/outbound/client.ts";
import { OutboundFailed } from "#platform/outbound/target.ts";

/** Failures that are not retried, because they would repeat. */
const FINAL: readonly string[] = ["not_allowed", "redirect"];

/** `v1=` and the HMAC over time and body: the receiver verifies that we sent it, and when. */
const signature = (secret: string, timestamp: number, body: string): string =>
  `v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;

/** Webhook and n8n: posts the envelope; the response may contain commands (docs/rules/integrations.md#webhook). */
export const hookAdapter: Adapter = async ({ tenant, integration, uuid, event, body, turn }) => {
  const timestamp = Math.floor(tenant.clock.now() / 1000);
  try {
    const answer = await tenant.installation.ports.use(OutboundPort).request({
      method: "POST",
      url: integration.url,
      headers: {
        "content-type": "application/json",
        "x-balcao-event": event,
        "x-balcao-delivery": uuid,
        "x-balcao-timestamp": String(timestamp),
        "x-balcao-signature": signature(decrypted(tenant, integration.secret), timestamp, body),
      },
      body,
    });
    return resultOf(answer, turn !== null && !integration.legacyPayload);
  } catch (error) {
    if (!(error instanceof OutboundFailed)) throw error;
    return unreachable(error);
  }
};

/** Maps a request that got no response to a result. */
export const unreachable = (error: OutboundFailed): AdapterResult => ({
  statusCode: null,
  answer: "",
  error: error.message,
  final: FINAL.includes(error.reason),
  steps: [],
});

/** Maps a response to a result; `listens`: commands in the response are carried out. */
function resultOf({ status, text }: OutboundAnswer, listens: boolean): AdapterResult {
  const exchange = { statusCode: status, answer: text, steps: [] };
  if (status === 410) return { ...exchange, error: "gone", final: true };
  if (status < 200 || status > 299) return { ...exchange, error: `answered ${status}` };
  const commands = listens ? commandsOf(text) : [];
  const { steps, problems } = readCommands(commands);
  return { ...exchange, steps, error: null, answer: [...problems, text].join("\n") };
}

/** The commands of a response; none when the body is not JSON with commands. */
function commandsOf(text: string): readonly unknown[] {
  const commands = readObject(text)?.["commands"];
  return Array.isArray(commands) ? commands : [];
}
