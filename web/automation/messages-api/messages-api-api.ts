import type { SentPage, SentThroughApi } from "#automation/public-api/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { ApiError, errorFrom } from "#web/lib/api/api-error.ts";
import type { ApiDocument } from "./api-document.ts";

/** Path of the send API (docs/rules/send-api.md). */
export const SEND_PATH = "/api/messages/send";

export const messagesApiCalls = {
  document: () => api.get<ApiDocument>("/openapi.json"),
  history: (query: { readonly before?: number | undefined; readonly whatsappId?: number | undefined }) =>
    api.get<SentPage>("/messages-api/history", { query }),
};

/**
 * Sends as an external program would: with a connection's token instead of the login session. A refused token throws
 * like other errors and does not sign the user out.
 */
export async function sendAsProgram(token: string, body: object | FormData): Promise<SentThroughApi> {
  const isForm = body instanceof FormData;
  let response: Response;
  try {
    response = await globalThis.fetch(SEND_PATH, {
      method: "POST",
      credentials: "omit",
      headers: {
        authorization: `Bearer ${token}`,
        ...(isForm ? {} : { "content-type": "application/json" }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
  } catch (cause) {
    throw new ApiError(0, "OFFLINE", { cause: String(cause) });
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw errorFrom(response.status, answer);
  return answer as SentThroughApi;
}
