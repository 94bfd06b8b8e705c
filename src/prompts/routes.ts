import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { type AppRoute, route } from "#tenants/route.ts";
import { PromptAnswer, PromptBody, PromptList, UpdatePromptBody } from "./contract.ts";
import { noPrompt } from "./errors.ts";
import { presentPrompt } from "./present.ts";
import { findPrompt, listPrompts } from "./queries.ts";
import { deletePrompt } from "./remove.ts";
import { createPrompt, updatePrompt } from "./save.ts";

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
    summary: "Make an AI prompt",
    body: PromptBody,
    answer: PromptAnswer,
    handle: ({ ctx, body }) => presentPrompt(ctx.tenant, createPrompt(ctx, body)),
  }),
  route({
    ...forAdmins,
    method: "PUT",
    path: "/prompt/:id",
    summary: "Change an AI prompt",
    params: IdParams,
    body: UpdatePromptBody,
    answer: PromptAnswer,
    handle: ({ ctx, params, body }) => presentPrompt(ctx.tenant, updatePrompt(ctx, params.id, body)),
  }),
  route({
    ...forAdmins,
    method: "DELETE",
    path: "/prompt/:id",
    summary: "Delete an AI prompt",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deletePrompt(ctx, params.id);
      return { message: "prompt deleted" };
    },
  }),
];
