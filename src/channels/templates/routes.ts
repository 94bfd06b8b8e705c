import * as v from "valibot";
import { MessageAnswer, PathId } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import {
  CreateTemplateBody,
  LibraryQuery,
  LibraryTemplate,
  TakeLibraryBody,
  TemplateAnswer,
  TemplateList,
} from "./contract.ts";
import { createTemplate } from "./create.ts";
import { createTemplateWithFile } from "./create-with-file.ts";
import { searchLibrary, takeFromLibrary } from "./library.ts";
import { deleteTemplate, listTemplates, readTemplatesNow } from "./service.ts";

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
    summary: "Read the templates of an official number from Meta again",
    params,
    answer: TemplateList,
    handle: ({ ctx, params: { id } }) => readTemplatesNow(ctx, id),
  }),
  route({
    method: "POST",
    path: "/whatsapp/:id/templates",
    audit: "template.created",
    access: "admin",
    summary: "Submit a new template for approval",
    params,
    body: CreateTemplateBody,
    answer: TemplateAnswer,
    handle: ({ ctx, params: { id }, body }) => createTemplate(ctx, id, body),
  }),
  route({
    method: "POST",
    path: "/whatsapp/:id/templates/media",
    audit: "template.changed",
    access: "admin",
    summary: "Submit a new template with a picture, video or document in its header",
    params,
    rawBody: true,
    answer: TemplateAnswer,
    handle: ({ ctx, params: { id }, request }) => createTemplateWithFile(ctx, id, request),
  }),
  route({
    method: "GET",
    path: "/whatsapp/:id/template-library",
    access: "admin",
    summary: "Search Meta's library of ready-made templates",
    params,
    query: LibraryQuery,
    answer: v.array(LibraryTemplate),
    handle: ({ ctx, params: { id }, query }) => searchLibrary(ctx, id, query),
  }),
  route({
    method: "POST",
    path: "/whatsapp/:id/template-library",
    audit: "template.created",
    access: "admin",
    summary: "Create a template from Meta's library",
    params,
    body: TakeLibraryBody,
    answer: TemplateAnswer,
    handle: ({ ctx, params: { id }, body }) => takeFromLibrary(ctx, id, body),
  }),
  route({
    method: "DELETE",
    path: "/whatsapp/:id/templates/:templateId",
    audit: "template.removed",
    access: "admin",
    summary: "Delete one language of a template",
    params: v.object({ id: PathId, templateId: PathId }),
    answer: MessageAnswer,
    async handle({ ctx, params: { id, templateId } }) {
      await deleteTemplate(ctx, id, templateId);
      return { message: "template deleted" };
    },
  }),
];
