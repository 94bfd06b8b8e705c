import * as v from "valibot";
import { visibleContact } from "#people/contacts/index.ts";
import { PathId } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { ConsentOfContact, ConsentPath, ConsentText, SaveConsentTextBody } from "./contract.ts";
import { consentsOf, consentTexts } from "./queries.ts";
import { saveConsentText } from "./save.ts";

export const consentRoutes = [
  route({
    method: "GET",
    path: "/consent-texts",
    access: "admin",
    summary: "The privacy notices of the connections",
    answer: v.array(ConsentText),
    handle: ({ ctx }) => consentTexts(ctx.tenant.db),
  }),
  route({
    method: "PUT",
    path: "/consent-texts/:connectionId",
    access: "admin",
    audit: "privacy-notice.changed",
    summary: "Change the privacy notice that a connection sends to new contacts",
    params: ConsentPath,
    body: SaveConsentTextBody,
    answer: ConsentText,
    handle: ({ ctx, params, body }) => saveConsentText(ctx, params.connectionId, body),
  }),
  route({
    method: "GET",
    path: "/contacts/:id/consents",
    summary: "Privacy notices that a contact got, with their times",
    params: v.object({ id: PathId }),
    answer: v.array(ConsentOfContact),
    handle: ({ ctx, params }) => consentsOf(ctx.tenant.db, visibleContact(ctx.tenant, params.id).id),
  }),
];
