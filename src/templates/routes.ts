import * as v from "valibot";
import { PathId } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { CreateTemplateBody, TemplateAnswer, TemplateList } from "./contract.ts";
import { createTemplate, listTemplates, readTemplatesNow } from "./service.ts";

const params = v.object({ id: PathId });

export const templateRoutes = [
  route({
    method: "GET",
    path: "/whatsapp/:id/templates",
    summary: "Templates of an official number, as last read",
    params,
    answer: TemplateList,
    handle: ({ ctx, params: { id } }) => listTemplates(ctx, id),
  }),
  route({
    method: "POST",
    path: "/whatsapp/:id/templates/sync",
    audit: "template.renewed",
    access: "admin",
    summary: "Read the templates of an official number anew",
    params,
    answer: TemplateList,
    handle: ({ ctx, params: { id } }) => readTemplatesNow(ctx, id),
  }),
  route({
    method: "POST",
    path: "/whatsapp/:id/templates",
    audit: "template.created",
    access: "admin",
    summary: "Hand a new template in for approval",
    params,
    body: CreateTemplateBody,
    answer: TemplateAnswer,
    handle: ({ ctx, params: { id }, body }) => createTemplate(ctx, id, body),
  }),
];
