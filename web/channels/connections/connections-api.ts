import type * as v from "valibot";
import type { QueueAnswer } from "#accounts/queues/contract.ts";
import type {
  ConnectFacebookBody,
  ConnectionAnswer,
  ConnectOfficialBody,
  CreateConnectionBody,
  FacebookLogin,
  NumberStateAnswer,
  OfficialNumbers,
  OfficialNumbersBody,
  RequestCodeBody,
  UpdateConnectionBody,
  VerifyNumberBody,
} from "#channels/connections/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Calls of the connections page (docs/rules/connections.md#commands). */
export const connectionCalls = {
  create: (body: v.InferInput<typeof CreateConnectionBody>) => api.post<ConnectionAnswer>("/whatsapp", body),
  update: (id: number, body: v.InferInput<typeof UpdateConnectionBody>) =>
    api.put<ConnectionAnswer>(`/whatsapp/${id}`, body),
  /**
   * Moves tickets that are not closed to `moveTo`; without it throws 409 ERR_CONNECTION_HAS_TICKETS with
   * `details.count`.
   */
  remove: (id: number, moveTo: number | null) => api.delete(`/whatsapp/${id}`, { query: { moveTo } }),
  /** Opens the stored WhatsApp session; without one, starts pairing by QR code. */
  start: (id: number) => api.post(`/whatsappsession/${id}`),
  /** Erases the WhatsApp session and starts pairing by QR code. */
  renew: (id: number) => api.put(`/whatsappsession/${id}`),
  /** Logs the WhatsApp session out. */
  disconnect: (id: number) => api.delete(`/whatsappsession/${id}`),
  pairingCode: (id: number, number: string) =>
    api.post<{ code: string }>(`/whatsappsession/${id}/pairing-code`, { number }),
  /** Connects the pages of a Facebook user. Throws 400 ERR_PROVIDER_AUTH, 409 ERR_PAGE_IN_USE, 409 ERR_PLAN_LIMIT. */
  connectFacebook: (body: v.InferInput<typeof ConnectFacebookBody>) =>
    api.post<readonly ConnectionAnswer[]>("/facebook", body),
  /**
   * The address of Facebook's login page, if the installation has an app at Meta; a list of one item, as `useOptions`
   * expects.
   */
  facebookLogin: async () => [await api.get<FacebookLogin>("/facebook/login")],
  /** As `facebookLogin`, for official numbers. */
  officialLogin: async () => [await api.get<FacebookLogin>("/facebook/official/login")],
  /** The numbers that the login granted. Throws 400 ERR_PROVIDER_AUTH. */
  officialNumbers: (credential: v.InferInput<typeof OfficialNumbersBody>) =>
    api.post<OfficialNumbers>("/facebook/official/numbers", credential),
  /** Lets Meta send a code to an unverified number. Throws 400 ERR_PROVIDER_AUTH. */
  requestNumberCode: (body: v.InferInput<typeof RequestCodeBody>) =>
    api.post("/facebook/official/verification", body),
  /** Verifies the number by that code. Throws 400 ERR_PROVIDER_AUTH. */
  verifyNumber: (body: v.InferInput<typeof VerifyNumberBody>) =>
    api.put("/facebook/official/verification", body),
  connectOfficial: (body: v.InferInput<typeof ConnectOfficialBody>) =>
    api.post<ConnectionAnswer>("/facebook/official", body),
  /** What Meta reports about an official number; admins. */
  state: (id: number) => api.get<NumberStateAnswer>(`/whatsapp/${id}/state`),
  /** Requests the history of a number in the WhatsApp Business app. Throws 409 ERR_HISTORY_DONE. */
  requestHistory: (id: number) => api.post(`/whatsapp/${id}/history`),
  queues: () => api.get<readonly QueueAnswer[]>("/queue"),
};
export type ConnectionCalls = typeof connectionCalls;
