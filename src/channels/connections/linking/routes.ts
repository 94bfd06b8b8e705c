import * as v from "valibot";
import { PathId } from "#platform/http/contract.ts";
import { publicRoute, route } from "#tenants/route.ts";
import { LinkParams, OwnerLinkAnswer, PasskeyAnswer, PasskeyBody, PublicLinkAnswer } from "./contract.ts";
import {
  cellOfLink,
  createOwnerLink,
  linkableByOwner,
  ownerLinkLimit,
  presentOwnerLink,
  startOwnerLink,
} from "./owner-link.ts";
import { confirmPasskeyCode, connectionForLinking, passkeyOf, sendPasskey } from "./passkey.ts";

const params = v.object({ id: PathId });
/** An assertion has less (docs/rules/linking.md#limits). */
const MAX_ASSERTION_BYTES = 16 * 1024;
const BY_OWNER = "creating the link leaves an entry";

/** Linking an account that requires a passkey (docs/rules/linking.md#calls). */
export const linkingRoutes = [
  route({
    method: "GET",
    path: "/whatsappsession/:id/passkey",
    summary: "The passkey step of a link in progress; for admins, others get 404",
    params,
    answer: PasskeyAnswer,
    handle({ ctx, params: { id } }) {
      connectionForLinking(ctx, id);
      return passkeyOf(ctx.tenant, id);
    },
  }),
  route({
    method: "POST",
    path: "/whatsappsession/:id/passkey",
    audit: "connection.connected",
    summary: "Submit the assertion signed by the account's passkey; for admins, others get 404",
    params,
    body: PasskeyBody,
    maxBodyBytes: MAX_ASSERTION_BYTES,
    answer: PasskeyAnswer,
    handle({ ctx, params: { id }, body }) {
      connectionForLinking(ctx, id);
      return sendPasskey(ctx.tenant, id, body.assertion);
    },
  }),
  route({
    method: "POST",
    path: "/whatsappsession/:id/passkey/confirm",
    audit: "connection.connected",
    summary: "Confirm that the phone shows the same code; for admins, others get 404",
    params,
    answer: PasskeyAnswer,
    handle({ ctx, params: { id } }) {
      connectionForLinking(ctx, id);
      return confirmPasskeyCode(ctx.tenant, id);
    },
  }),
  route({
    method: "POST",
    path: "/whatsappsession/:id/owner-link",
    audit: "connection.link-created",
    // The link outlives the session, and with it a number is linked.
    notForSupport: true,
    summary: "Create a link for the owner of the phone, valid for 15 minutes; for admins, others get 404",
    params,
    answer: OwnerLinkAnswer,
    handle: ({ ctx, params: { id } }) => createOwnerLink(ctx, id),
  }),
  publicRoute({
    method: "GET",
    path: "/public-link/:token",
    cell: cellOfLink,
    summary: "State of a link for the owner of the phone",
    params: LinkParams,
    limit: ownerLinkLimit,
    answer: PublicLinkAnswer,
    handle: ({ ctx, params: { token } }) => presentOwnerLink(ctx, token),
  }),
  publicRoute({
    method: "POST",
    path: "/public-link/:token",
    cell: cellOfLink,
    unaudited: BY_OWNER,
    summary: "Show a new QR code after the last one expired",
    params: LinkParams,
    limit: ownerLinkLimit,
    answer: PublicLinkAnswer,
    handle: ({ ctx, params: { token } }) => startOwnerLink(ctx, token),
  }),
  publicRoute({
    method: "GET",
    path: "/public-link/:token/passkey",
    cell: cellOfLink,
    summary: "The passkey step of an owner link",
    params: LinkParams,
    limit: ownerLinkLimit,
    answer: PasskeyAnswer,
    handle({ ctx, params: { token } }) {
      const { tenant, connection } = linkableByOwner(ctx, token);
      return passkeyOf(tenant, connection.id);
    },
  }),
  publicRoute({
    method: "POST",
    path: "/public-link/:token/passkey",
    cell: cellOfLink,
    unaudited: BY_OWNER,
    summary: "Submit the assertion signed by the account's passkey",
    params: LinkParams,
    body: PasskeyBody,
    maxBodyBytes: MAX_ASSERTION_BYTES,
    limit: ownerLinkLimit,
    answer: PasskeyAnswer,
    handle({ ctx, params: { token }, body }) {
      const { tenant, connection } = linkableByOwner(ctx, token);
      return sendPasskey(tenant, connection.id, body.assertion);
    },
  }),
  publicRoute({
    method: "POST",
    path: "/public-link/:token/confirm",
    cell: cellOfLink,
    unaudited: BY_OWNER,
    summary: "Confirm that the phone shows the same code",
    params: LinkParams,
    limit: ownerLinkLimit,
    answer: PasskeyAnswer,
    handle({ ctx, params: { token } }) {
      const { tenant, connection } = linkableByOwner(ctx, token);
      return confirmPasskeyCode(tenant, connection.id);
    },
  }),
];
