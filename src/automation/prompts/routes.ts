import { HUGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { OutboundPort } from "#platform/outbound/client.ts";
import { type AppRoute, route } from "#tenants/route.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { assist, playBench } from "./assist/assist.ts";
import {
  AssistAnswer,
  AssistBody,
  BenchAnswer,
  BenchBody,
  PromptAnswer,
  PromptBody,
  PromptList,
  RunList,
  UpdatePromptBody,
} from "./contract.ts";
import { createPrompt, deletePrompt, updatePrompt } from "./crud/save.ts";
import { noPrompt } from "./errors.ts";
import { presentPrompt } from "./present.ts";
import { findPrompt, listPrompts } from "./queries.ts";
import { runsOfTicket } from "./runs/runs.ts";
import { TranslationAnswer, TranslationBody } from "./translation/contract.ts";
import { translateMessage } from "./translation/translate.ts";

/** Throws 400 ERR_URL_NOT_ALLOWED. */
const checkAddress = async ({ installation }: Tenant, url: string | null | undefined): Promise<void> => {
  if (url) await installation.ports.use(OutboundPort).check(url);
};
const forAdmins = { access: "admin", planFlag: "useOpenAi" } as const;

export const promptRoutes: readonly AppRoute[] = [
  route({
    ...forAdmins,
    method: "GET",
    path: "/prompt",
    summary: "The company's AI prompts",
    answer: PromptList,
    handle: ({ ctx: { tenant } }) => ({
      prompts: listPrompts(tenant.db).map((row) => presentPrompt(tenant, row)),
    }),
  }),
  route({
    ...forAdmins,
    method: "GET",
    path: "/prompt/:id",
    summary: "One AI prompt",
    params: IdParams,
    answer: PromptAnswer,
    handle({ ctx: { tenant }, params }) {
      const row = findPrompt(tenant.db, params.id);
      if (!row) throw noPrompt();
      return presentPrompt(tenant, row);
    },
  }),
  route({
    ...forAdmins,
    method: "POST",
    path: "/prompt",
    audit: "prompt.created",
    summary: "Create an AI prompt",
    body: PromptBody,
    answer: PromptAnswer,
    async handle({ ctx, body }) {
      await checkAddress(ctx.tenant, body.baseUrl);
      return presentPrompt(ctx.tenant, createPrompt(ctx, body));
    },
  }),
  route({
    ...forAdmins,
    method: "PUT",
    path: "/prompt/:id",
    audit: "prompt.changed",
    summary: "Change an AI prompt",
    params: IdParams,
    body: UpdatePromptBody,
    answer: PromptAnswer,
    async handle({ ctx, params, body }) {
      await checkAddress(ctx.tenant, body.baseUrl);
      return presentPrompt(ctx.tenant, updatePrompt(ctx, params.id, body));
    },
  }),
  route({
    ...forAdmins,
    method: "DELETE",
    path: "/prompt/:id",
    audit: "prompt.removed",
    summary: "Delete an AI prompt",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deletePrompt(ctx, params.id);
      return { message: "prompt deleted" };
    },
  }),
  route({
    ...forAdmins,
    method: "POST",
    path: "/prompt/:id/bench",
    maxBodyBytes: HUGE_BODY_BYTES,
    audit: "prompt.tested",
    summary: "Simulate a conversation with a prompt; nothing is sent",
    params: IdParams,
    body: BenchBody,
    answer: BenchAnswer,
    handle: ({ ctx, params, body }) => playBench(ctx, params.id, body),
  }),
  route({
    method: "POST",
    path: "/prompt/assist",
    unaudited: "stores nothing",
    planFlag: "useOpenAi",
    summary: "Suggest, summarise, rewrite or translate for the attendant; nothing is sent",
    body: AssistBody,
    answer: AssistAnswer,
    handle: ({ ctx, body }) => assist(ctx, body),
  }),
  route({
    method: "POST",
    path: "/messages/:id/translation",
    unaudited: "shows the words of a message in another language",
    planFlag: "useOpenAi",
    summary:
      "Translate a customer's message into the caller's language with the queue's prompt, once per language",
    params: IdParams,
    body: TranslationBody,
    answer: TranslationAnswer,
    handle: async ({ ctx, params, body }) => ({ text: await translateMessage(ctx, params.id, body) }),
  }),
  route({
    ...forAdmins,
    method: "GET",
    path: "/tickets/:id/ai-runs",
    summary: "AI runs of a ticket with input and answer, newest first",
    params: IdParams,
    answer: RunList,
    handle: ({ ctx, params }) => ({ runs: runsOfTicket(ctx, params.id) }),
  }),
];
