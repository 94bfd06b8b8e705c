import { readObject } from "#automation/integrations/crud/json-content.ts";
import type { Carrier, Told } from "#automation/integrations/delivery/adapter.ts";
import { opened } from "#automation/integrations/present.ts";
import { billingContentOf } from "./content.ts";
import { converse, FAILED, type Memory } from "./dialogue.ts";
import { masked } from "./document.ts";
import { deskOf } from "./logged-driver.ts";
import { BillingFailed } from "./system.ts";

const silent: Told = { statusCode: null, answer: "", error: null, steps: [] };

/**
 * A bot that looks up bills (docs/rules/integrations.md#billing-look-ups). Whatever goes wrong is said and ends in the
 * hands of a person: nothing is tried again behind the customer's back.
 */
export const billingCarrier: Carrier = async (telling) => {
  const { tenant, integration, turn } = telling;
  if (!turn) return silent;
  const content = billingContentOf(opened(tenant, integration.jsonContent));
  if (!content) return { ...silent, error: "settings not understood", final: true };
  const text = heard(telling.body, (sealed) => opened(tenant, sealed)) ?? turn.message?.body ?? "";
  const body = masked(text);
  const memory = memoryOf(opened(tenant, sealedMemory(turn.session.memory)));
  try {
    const desk = deskOf(telling, content.system, turn.ticket.id);
    const reply = await converse(content, desk, memory, text);
    const sealed = tenant.installation.secrets.encrypt(JSON.stringify(reply.memory));
    return { ...silent, body, answer: content.system, steps: reply.steps, memory: { sealed } };
  } catch (error) {
    const why = error instanceof BillingFailed ? error.message : "internal";
    if (why === "internal")
      tenant.log.error({ err: error, integration: integration.id }, "bills not looked up");
    return { ...silent, body, answer: `${content.system}: ${why}`, steps: FAILED, memory: {} };
  }
};

/** The document in clear stands nowhere but, sealed, in what is to be told. */
function heard(body: string, open: (sealed: string) => string): string | undefined {
  const sealed = readObject(body)?.["sealed"];
  return typeof sealed === "string" ? open(sealed) : undefined;
}

const sealedMemory = (memory: string): string => {
  const sealed = readObject(memory)?.["sealed"];
  return typeof sealed === "string" ? sealed : "";
};

const memoryOf = (text: string): Memory => (readObject(text) ?? {}) as Memory;
