import { HUGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { type AppRoute, route } from "#tenants/route.ts";
import { RehearsalAnswer, RehearsalBody } from "./contract.ts";
import { rehearse } from "./rehearsal.ts";

export const chatbotRoutes: readonly AppRoute[] = [
  route({
    method: "POST",
    path: "/chatbot/rehearsal",
    unaudited: "stores nothing",
    access: "admin",
    summary: "Simulate the bot of a queue or a connection; nothing is stored or sent",
    body: RehearsalBody,
    // Large limit: the body contains a draft of the whole option tree.
    maxBodyBytes: HUGE_BODY_BYTES,
    answer: RehearsalAnswer,
    handle: ({ ctx, body }) => rehearse(ctx, body),
  }),
];
