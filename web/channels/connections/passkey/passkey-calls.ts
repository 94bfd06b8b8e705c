import type {
  OwnerLinkAnswer,
  PasskeyAnswer,
  PublicLinkAnswer,
} from "#channels/connections/linking/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** The calls of the passkey step, by an admin or with the token of an owner link. */
export interface PasskeyCalls {
  readonly load: () => Promise<PasskeyAnswer>;
  readonly send: (assertion: unknown) => Promise<PasskeyAnswer>;
  readonly confirm: () => Promise<PasskeyAnswer>;
  /** Ends this link and shows a new QR code; for admins only. */
  readonly restart?: () => Promise<unknown>;
}

/** Throw 400 ERR_PASSKEY_INVALID, 409 ERR_PASSKEY_STATE, 429 ERR_RATE_LIMIT, 502 ERR_PASSKEY_REFUSED. */
export const callsOfAdmin = (id: number): PasskeyCalls => ({
  load: () => api.get(`/whatsappsession/${id}/passkey`),
  send: (assertion) => api.post(`/whatsappsession/${id}/passkey`, { assertion }),
  confirm: () => api.post(`/whatsappsession/${id}/passkey/confirm`),
  restart: () => api.put(`/whatsappsession/${id}`),
});

/** Throw as `callsOfAdmin`, and 410 ERR_LINK_EXPIRED. */
export const callsOfOwner = (token: string): PasskeyCalls => ({
  load: () => api.get(`/public-link/${token}/passkey`),
  send: (assertion) => api.post(`/public-link/${token}/passkey`, { assertion }),
  confirm: () => api.post(`/public-link/${token}/confirm`),
});

export const ownerLinkCalls = {
  create: (id: number) => api.post<OwnerLinkAnswer>(`/whatsappsession/${id}/owner-link`),
  read: (token: string) => api.get<PublicLinkAnswer>(`/public-link/${token}`),
  /** Shows a new QR code. */
  start: (token: string) => api.post<PublicLinkAnswer>(`/public-link/${token}`),
};
