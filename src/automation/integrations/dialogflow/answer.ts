import type { Step } from "#automation/integrations/delivery/steps.ts";
import type { QueryResult } from "./client.ts";

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

/** The texts of a response, in order. */
export function textsOf({ fulfillmentMessages, fulfillmentText }: QueryResult): string[] {
  const texts = fulfillmentMessages.flatMap((message) => {
    const said = fieldsOf(message["text"])["text"];
    return Array.isArray(said)
      ? said.filter((text): text is string => typeof text === "string" && text.trim() !== "")
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
