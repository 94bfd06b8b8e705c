import { createHmac } from "node:crypto";
import { readObject } from "#automation/integrations/crud/json-content.ts";
import type { Carrier, Told } from "#automation/integrations/delivery/adapter.ts";
import { readCommands } from "#automation/integrations/delivery/commands.ts";
import { opened } from "#automation/integrations/present.ts";
import { type OutboundAnswer, OutboundPort } from "#platform/outbound/client.ts";
import { OutboundFailed } from "#platform/outbound/target.ts";

/** What happens again at every try, whoever waits. */
const FINAL: readonly string[] = ["not_allowed", "redirect"];

/** `v1=` and the HMAC over time and body: who has the secret knows that it is ours, and when it was sent. */
const signature = (secret: string, timestamp: number, body: string): string =>
  `v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;

/** Webhook and n8n: the envelope is posted, and the answer may say what to do (docs/rules/integrations.md#webhook). */
export const hookCarrier: Carrier = async ({ tenant, integration, uuid, event, body, turn }) => {
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
        "x-balcao-signature": signature(opened(tenant, integration.secret), timestamp, body),
      },
      body,
    });
    return toldBy(answer, turn !== null && !integration.legacyPayload);
  } catch (error) {
    if (!(error instanceof OutboundFailed)) throw error;
    return outOfReach(error);
  }
};

/** No answer was got. */
export const outOfReach = (error: OutboundFailed): Told => ({
  statusCode: null,
  answer: "",
  error: error.message,
  final: FINAL.includes(error.reason),
  steps: [],
});

/** `listens`: its commands are wanted. */
function toldBy({ status, text }: OutboundAnswer, listens: boolean): Told {
  const heard = { statusCode: status, answer: text, steps: [] };
  if (status === 410) return { ...heard, error: "gone", final: true };
  if (status < 200 || status > 299) return { ...heard, error: `answered ${status}` };
  const commands = listens ? commandsOf(text) : [];
  const { steps, problems } = readCommands(commands);
  return { ...heard, steps, error: null, answer: [...problems, text].join("\n") };
}

/** The commands of an answer; what is no such JSON has none. */
function commandsOf(text: string): readonly unknown[] {
  const commands = readObject(text)?.["commands"];
  return Array.isArray(commands) ? commands : [];
}
