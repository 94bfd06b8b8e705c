import type * as v from "valibot";
import type { TestSessionBody } from "#automation/integrations/contract.ts";
import { unmaskedJson } from "#automation/integrations/crud/json-content.ts";
import { testFailed } from "#automation/integrations/errors.ts";
import { decrypted } from "#automation/integrations/present.ts";
import { findIntegration } from "#automation/integrations/queries.ts";
import { invalidFields } from "#platform/errors.ts";
import { newUuid } from "#platform/ids.ts";
import { OutboundFailed } from "#platform/outbound/target.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { DialogflowFailed, detectIntent, textsOf } from "./client.ts";
import { serviceAccountOf } from "./service-account.ts";

const HELLO: Readonly<Record<string, string>> = { "pt-BR": "Olá", en: "Hello", es: "Hola" };

/**
 * `POST /queueIntegration/testSession`: sends a greeting to an agent; the key is not stored. For admins. Throws 400
 * ERR_VALIDATION, 400 ERR_INTEGRATION_TEST with `details.reason`.
 */
export async function testSession(
  { tenant }: UserCtx,
  { projectName, jsonContent, language, id }: v.InferOutput<typeof TestSessionBody>,
): Promise<{ messages: string[] }> {
  const known = id ? findIntegration(tenant.db, id) : undefined;
  const account = serviceAccountOf(
    unmaskedJson(jsonContent, known ? decrypted(tenant, known.jsonContent) : ""),
  );
  if (!account) throw invalidFields({ jsonContent: "invalid" });
  try {
    const agent = { account, projectName, language };
    const { result } = await detectIntent(tenant, agent, newUuid(), { text: HELLO[language] ?? "Olá" });
    return { messages: textsOf(result) };
  } catch (error) {
    if (error instanceof OutboundFailed || error instanceof DialogflowFailed) throw testFailed(error.message);
    throw error;
  }
}
