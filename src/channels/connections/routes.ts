import * as v from "valibot";
import { LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { MessageAnswer, OptionalId, PathId } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { changeConnection, createCloudConnection } from "./cloud/connect.ts";
import { connectOfficial, officialNumbers, requestNumberCode, verifyNumber } from "./cloud/login.ts";
import { numberStateOf } from "./cloud/number-state.ts";
import { requestHistory } from "./coexistence/request-history.ts";
import {
  ConnectFacebookBody,
  ConnectionAnswer,
  ConnectionForAttendant,
  ConnectOfficialBody,
  CreateConnectionBody,
  FacebookLogin,
  NumberStateAnswer,
  OfficialNumbers,
  OfficialNumbersBody,
  PairingCodeAnswer,
  PairingCodeBody,
  RequestCodeBody,
  UpdateConnectionBody,
  VerifyNumberBody,
} from "./contract.ts";
import { createConnection } from "./crud/create.ts";
import { emptyAndDeleteConnection } from "./crud/delete.ts";
import { checkProxyHost } from "./crud/proxy-url.ts";
import { linkingRoutes } from "./linking/routes.ts";
import { connectFacebook } from "./meta/connect.ts";
import { facebookLogin, officialLogin } from "./meta/login.ts";
import { getConnection, getConnections } from "./present.ts";
import { logOutSession, pairByCode, relinkSession, startSession } from "./sessions/commands.ts";

const params = v.object({ id: PathId });
const OneConnection = v.union([ConnectionAnswer, ConnectionForAttendant]);
const done = { message: "ok" };

const crud = [
  route({
    method: "GET",
    path: "/whatsapp",
    summary: "Connections of the company",
    answer: v.array(OneConnection),
    handle: ({ ctx }) => getConnections(ctx),
  }),
  route({
    method: "GET",
    path: "/whatsapp/:id",
    summary: "One connection",
    params,
    answer: OneConnection,
    handle: ({ ctx, params: { id } }) => getConnection(ctx, id),
  }),
  route({
    method: "POST",
    path: "/whatsapp",
    maxBodyBytes: LARGE_BODY_BYTES,
    audit: "connection.created",
    access: "admin",
    summary: "Add a connection",
    body: CreateConnectionBody,
    answer: ConnectionAnswer,
    async handle({ ctx, body }) {
      await checkProxyHost(ctx, body);
      return body.provider === "cloud" ? createCloudConnection(ctx, body) : createConnection(ctx, body);
    },
  }),
  route({
    method: "PUT",
    path: "/whatsapp/:id",
    maxBodyBytes: LARGE_BODY_BYTES,
    audit: "connection.changed",
    access: "admin",
    summary: "Change a connection",
    params,
    body: UpdateConnectionBody,
    answer: ConnectionAnswer,
    async handle({ ctx, params: { id }, body }) {
      await checkProxyHost(ctx, body);
      return changeConnection(ctx, id, body);
    },
  }),
  route({
    method: "DELETE",
    path: "/whatsapp/:id",
    audit: "connection.removed",
    access: "admin",
    summary: "Delete a connection; its open tickets move to `moveTo`",
    params,
    query: v.object({ moveTo: v.optional(OptionalId, null) }),
    answer: MessageAnswer,
    async handle({ ctx, params: { id }, query }) {
      await emptyAndDeleteConnection(ctx, id, query.moveTo);
      return done;
    },
  }),
];

const pages = [
  route({
    method: "GET",
    path: "/facebook/login",
    access: "admin",
    notForSupport: true,
    summary: "URL of the Facebook login that grants access to pages",
    answer: FacebookLogin,
    handle: ({ ctx }) => facebookLogin(ctx),
  }),
  route({
    method: "POST",
    path: "/facebook",
    audit: "connection.created",
    access: "admin",
    notForSupport: true,
    summary: "Connect the pages of a Facebook user, with their Instagram accounts when asked",
    body: ConnectFacebookBody,
    answer: v.array(ConnectionAnswer),
    handle: ({ ctx, body }) => connectFacebook(ctx, body),
  }),
];

const official = [
  route({
    method: "GET",
    path: "/facebook/official/login",
    access: "admin",
    notForSupport: true,
    summary: "URL of the Facebook login that grants access to official numbers",
    answer: FacebookLogin,
    handle: ({ ctx }) => officialLogin(ctx),
  }),
  route({
    method: "POST",
    path: "/facebook/official/numbers",
    unaudited: "stores nothing",
    access: "admin",
    notForSupport: true,
    summary: "The official numbers granted in a finished Facebook login",
    body: OfficialNumbersBody,
    answer: OfficialNumbers,
    handle: ({ ctx, body }) => officialNumbers(ctx, body),
  }),
  route({
    method: "POST",
    path: "/facebook/official/verification",
    unaudited: "stores nothing; Meta sends a code to the number",
    access: "admin",
    notForSupport: true,
    summary: "Let Meta send a code to a number that is not verified",
    body: RequestCodeBody,
    answer: MessageAnswer,
    async handle({ ctx, body }) {
      await requestNumberCode(ctx, body);
      return done;
    },
  }),
  route({
    method: "PUT",
    path: "/facebook/official/verification",
    unaudited: "stores nothing; the connection that follows is audited",
    access: "admin",
    notForSupport: true,
    summary: "Verify a number by the code that Meta sent to it",
    body: VerifyNumberBody,
    answer: MessageAnswer,
    async handle({ ctx, body }) {
      await verifyNumber(ctx, body);
      return done;
    },
  }),
  route({
    method: "POST",
    path: "/facebook/official",
    audit: "connection.created",
    access: "admin",
    notForSupport: true,
    summary: "Connect one of these numbers, or renew its token",
    body: ConnectOfficialBody,
    answer: ConnectionAnswer,
    handle: ({ ctx, body }) => connectOfficial(ctx, body),
  }),
];

const cloud = [
  route({
    method: "GET",
    path: "/whatsapp/:id/state",
    access: "admin",
    summary: "Quality, messaging limit, name and health of an official number, and the import of its history",
    params,
    answer: NumberStateAnswer,
    handle: ({ ctx, params: { id } }) => numberStateOf(ctx, id),
  }),
  route({
    method: "POST",
    path: "/whatsapp/:id/history",
    audit: "connection.changed",
    access: "admin",
    summary: "Request the history of a number that stays in the WhatsApp Business app",
    params,
    answer: MessageAnswer,
    async handle({ ctx, params: { id } }) {
      await requestHistory(ctx, id);
      return done;
    },
  }),
];

const session = { access: "admin", params, answer: MessageAnswer } as const;

export const connectionRoutes = [
  ...linkingRoutes,
  ...crud,
  ...pages,
  ...official,
  ...cloud,
  route({
    ...session,
    method: "POST",
    path: "/whatsappsession/:id",
    audit: "connection.connected",
    summary: "Open the session, with a QR code when it was never linked",
    async handle({ ctx, params: { id } }) {
      await startSession(ctx, id);
      return done;
    },
  }),
  route({
    ...session,
    method: "PUT",
    path: "/whatsappsession/:id",
    audit: "connection.connected",
    summary: "Erase the session and show a new QR code",
    async handle({ ctx, params: { id } }) {
      await relinkSession(ctx, id);
      return done;
    },
  }),
  route({
    method: "POST",
    path: "/whatsappsession/:id/pairing-code",
    audit: "connection.connected",
    access: "admin",
    summary: "Erase the session and request a code to type on the phone",
    params,
    body: PairingCodeBody,
    answer: PairingCodeAnswer,
    handle: ({ ctx, params: { id }, body }) => pairByCode(ctx, id, body.number),
  }),
  route({
    ...session,
    method: "DELETE",
    path: "/whatsappsession/:id",
    audit: "connection.disconnected",
    summary: "Log out of the phone",
    async handle({ ctx, params: { id } }) {
      await logOutSession(ctx, id);
      return done;
    },
  }),
];
