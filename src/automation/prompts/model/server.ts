import type { PromptRow } from "#automation/prompts/schema.ts";
import { type OutboundAnswer, OutboundPort, type OutboundRequest } from "#platform/outbound/client.ts";
import type { Installation } from "#tenants/installation.ts";
import { asFailure, failureOfStatus, ModelFailed } from "./failure.ts";

/** Time limit of one call (docs/rules/prompts.md#call). */
const LIMIT_MS = 60_000;

/** Address of a model and its decrypted key; created for one call and never stored. */
export interface ModelServer {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The server of a prompt with its decrypted key. Throws ModelFailed (`key_refused`) without a key. */
export function serverOf({ secrets }: Installation, { baseUrl, apiKey }: PromptRow): ModelServer {
  if (apiKey === "") throw new ModelFailed("key_refused", "no key");
  return { baseUrl, apiKey: secrets.decrypt(apiKey) };
}

/** One POST to a path of the server. Throws ModelFailed, also for a status that is not 2xx. */
export const callModel = (
  installation: Installation,
  { baseUrl, apiKey }: ModelServer,
  path: string,
  rest: Pick<OutboundRequest, "headers" | "body" | "limitBytes">,
): Promise<OutboundAnswer> =>
  post(installation, {
    url: `${baseUrl}${path}`,
    ...rest,
    headers: { ...rest.headers, authorization: `Bearer ${apiKey}` },
  });

/** A POST with the private-address guard and the time limit. Throws ModelFailed. */
export async function post(
  { ports }: Installation,
  request: Omit<OutboundRequest, "method" | "limitMs">,
): Promise<OutboundAnswer> {
  try {
    const answer = await ports.use(OutboundPort).request({ ...request, method: "POST", limitMs: LIMIT_MS });
    if (answer.status < 200 || answer.status > 299) throw failureOfStatus(answer.status, answer.text);
    return answer;
  } catch (error) {
    throw asFailure(error);
  }
}
