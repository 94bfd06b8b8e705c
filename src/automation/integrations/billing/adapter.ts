import { readObject } from "#automation/integrations/crud/json-content.ts";
import type { Adapter, AdapterResult } from "#automation/integrations/delivery/adapter.ts";
import { decrypted } from "#automation/integrations/present.ts";
import { billingContentOf } from "./content.ts";
import { converse, FAILED, type Memory } from "./dialogue.ts";
import { masked } from "./document.ts";
import { loggedDriverOf } from "./logged-driver.ts";
import { BillingFailed } from "./system.ts";

const noResult: AdapterResult = { statusCode: null, answer: "", error: null, steps: [] };

/**
 * A bot that looks up bills (docs/rules/integrations.md#billing-look-ups). On any failure the customer gets a message and a
 * person takes over: nothing is retried in the background.
 */
export const billingAdapter: Adapter = async (telling) => {
  const { tenant, integration, turn } = telling;
  if (!turn) return noResult;
  const content = billingContentOf(decrypted(tenant, integration.jsonContent));
  if (!content) return { ...noResult, error: "settings not understood", final: true };
  const text = originalText(telling.body, (sealed) => decrypted(tenant, sealed)) ?? turn.message?.body ?? "";
  const body = masked(text);
  const memory = memoryOf(decrypted(tenant, sealedMemory(turn.session.memory)));
  try {
    const driver = loggedDriverOf(telling, content.system, turn.ticket.id);
    const reply = await converse(content, driver, memory, text);
    const sealed = tenant.installation.secrets.encrypt(JSON.stringify(reply.memory));
    return { ...noResult, body, answer: content.system, steps: reply.steps, memory: { sealed } };
  } catch (error) {
    const why = error instanceof BillingFailed ? error.message : "internal";
    if (why === "internal")
      tenant.log.error(
        { err: error, integration: integration.id },
        "look-up of bills failed with an internal error; the customer got an error text",
      );
    return { ...noResult, body, answer: `${content.system}: ${why}`, steps: FAILED, memory: {} };
  }
};

/** The unmasked document exists only in the delivery, encrypted. */
function originalText(body: string, open: (sealed: string) => string): string | undefined {
  const sealed = readObject(body)?.["sealed"];
  return typeof sealed === "string" ? open(sealed) : undefined;
}

const sealedMemory = (memory: string): string => {
  const sealed = readObject(memory)?.["sealed"];
  return typeof sealed === "string" ? sealed : "";
};

const memoryOf = (text: string): Memory => (readObject(text) ?? {}) as Memory;
