import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";

/**
 * The calls of the contract, in the format of its tables. After `→`: keys that the response must have (of one item,
 * for lists). Names in braces are path parameters.
 */
const SESSION_AND_STAFF = [
  "POST /auth/login → token, user",
  "POST /auth/refresh_token → token, user",
  "DELETE /auth/logout",
  "GET /auth/me",
  "GET /settings",
  "GET /settings/{key} → key, value",
  "PUT /settings/{key} → key, value",
  "GET /users/list",
  "GET /users → users, hasMore",
  "GET /users/{id} → id, name, profile, queues",
  "POST /users → id, name, email, profile, queues, whatsappId",
  "PUT /users/{id} → id, name, email, profile, queues, whatsappId",
  "DELETE /users/{id}",
  "GET /users/queue/{queueId}",
  "GET /dashboard → counters, attendants",
];
const TICKETS = [
  "GET /tickets → tickets, hasMore",
  "GET /tickets/{id} → id, uuid, status, contact, queue, user, whatsapp, unreadMessages, tags",
  "GET /tickets/u/{uuid} → id, uuid",
  "POST /tickets → id, uuid, status",
  "PUT /tickets/{id} → id, uuid, status",
  "DELETE /tickets/{id}",
  "GET /messages/{ticketId} → messages, hasMore",
  "POST /messages/{ticketId}",
  "DELETE /messages/{id}",
  "GET /ticket/kanban → tickets",
  "DELETE /ticket-tags/{ticketId}",
  "PUT /ticket-tags/{ticketId}/{tagId}",
  "POST /ticket-notes → id, note",
  "DELETE /ticket-notes/{id}",
  "GET /ticket-notes/list",
];
const COMPANY = [
  "GET /contacts → contacts, hasMore",
  "GET /contacts/list",
  "GET /contacts/{id} → id, name, number, email, extraInfo",
  "POST /contacts → id, name, number, email, extraInfo",
  "PUT /contacts/{id} → id, name, number, email, extraInfo",
  "DELETE /contacts/{id}",
  "DELETE /contacts",
  "POST /contacts/import",
  "GET /whatsapp",
  "GET /whatsapp/{id} → id, name, status",
  "POST /whatsapp → id, name, status",
  "PUT /whatsapp/{id} → id, name, status",
  "DELETE /whatsapp/{id}",
  "POST /whatsappsession/{id}",
  "PUT /whatsappsession/{id}",
  "DELETE /whatsappsession/{id}",
  "GET /queue",
  "GET /queue/{id} → id, name, color, greetingMessage, schedules, allowDistributedTickets, usersDistributedTickets",
  "POST /queue → id, name, color, schedules",
  "PUT /queue/{id} → id, name, color, schedules",
  "DELETE /queue/{id}",
  "GET /queue-options",
  "POST /queue-options → id, title, message, option, queueId, parentId",
  "PUT /queue-options/{id} → id, title, message, option, queueId, parentId",
  "DELETE /queue-options/{id}",
  "GET /tags/list",
  "GET /tags → tags, hasMore",
  "GET /tags/{id} → id, name, color, kanban",
  "POST /tags → id, name, color, kanban",
  "PUT /tags/{id} → id, name, color, kanban",
  "DELETE /tags/{id}",
  "GET /tags/kanban → lista",
  "POST /tags/sync",
  "GET /quick-messages/list",
  "GET /quick-messages → records, hasMore",
  "GET /quick-messages/{id} → id, shortcode, message, geral, mediaPath, mediaName",
  "POST /quick-messages → id, shortcode, message",
  "PUT /quick-messages/{id} → id, shortcode, message",
  "DELETE /quick-messages/{id}",
  "POST /quick-messages/{id}/media-upload",
  "DELETE /quick-messages/{id}/media-upload",
  "GET /schedules → schedules, hasMore",
  "GET /schedules/{id} → id, body, contactId, contact, sendAt, sentAt, status, mediaPath, mediaName",
  "POST /schedules → id, body",
  "PUT /schedules/{id} → id, body",
  "DELETE /schedules/{id}",
  "POST /schedules/{id}/media-upload",
  "DELETE /schedules/{id}/media-upload",
  "GET /invoices/all → invoices, hasMore",
  "DELETE /invoices/{id} → deletados",
  "POST /subscription → qrcode, valor, txid, expiresAt",
  "POST /companies/cadastro → id, name, email",
];
const PROVIDER = [
  "GET /companies",
  "GET /companies/list",
  "GET /companies/{id} → id, name, email, phone, planId, dueDate, recurrence",
  "POST /companies → id, name",
  "PUT /companies/{id} → id, name",
  "DELETE /companies/{id}",
  "PUT /companies/{id}/schedules → schedules",
  "GET /plans/list",
  "GET /plans/{id} → id, name, users, connections, queues, value",
  "POST /plans → id, name",
  "PUT /plans/{id} → id, name",
  "DELETE /plans/{id}",
  "GET /helps → records, hasMore",
  "GET /helps/list",
  "POST /helps → id, title, description, video",
  "PUT /helps/{id} → id, title, description, video",
  "DELETE /helps/{id}",
  "DELETE /invoices/{id} → deletados",
  "GET /announcements → records, hasMore",
  "GET /announcements/{id} → id, title, text, priority, status, mediaPath, mediaName, createdAt",
  "POST /announcements → id, title",
  "PUT /announcements/{id} → id, title",
  "DELETE /announcements/{id}",
  "POST /announcements/{id}/media-upload",
  "DELETE /announcements/{id}/media-upload",
];
const LISTS = [
  "GET /contact-lists → records, hasMore",
  "GET /contact-lists/list",
  "GET /contact-lists/{id} → id, name, contactsCount",
  "PUT /contact-lists/{id} → id, name, contactsCount",
  "DELETE /contact-lists/{id}",
  "POST /contact-lists → id, name, contactsCount",
  "POST /contact-lists/{id}/upload",
  "GET /contact-list-items → contacts, hasMore",
  "GET /contact-list-items/{id} → id, name, number, email, companyId, contactListId, isWhatsappValid",
  "PUT /contact-list-items/{id} → id, name, number, email, companyId, contactListId, isWhatsappValid",
  "DELETE /contact-list-items/{id}",
  "POST /contact-list-items → id, name, number, email, companyId, contactListId, isWhatsappValid",
  "GET /files → files, hasMore",
  "GET /files/{id} → id, name, message, userId, options",
  "PUT /files/{id} → id, name, message, userId, options",
  "DELETE /files/{id}",
  "POST /files → id, name, message, userId, options",
  "POST /files/uploadList/{id}",
];
const INTEGRATIONS = [
  "GET /queueIntegration → queueIntegrations, hasMore",
  "GET /queueIntegration/{id} → id, type, name, projectName, jsonContent, language, urlN8N, typebotSlug",
  "POST /queueIntegration → id, type, name, typebotDelayMessage, typebotExpires, typebotKeywordFinish",
  "PUT /queueIntegration/{id} → id, type, name, typebotKeywordRestart, typebotRestartMessage, typebotUnknownMessage",
  "DELETE /queueIntegration/{id}",
  "POST /queueIntegration/testSession",
];
const TEAM = [
  "GET /chats → records, hasMore",
  "POST /chats → id, uuid, title, ownerId, users, lastMessage, updatedAt",
  "PUT /chats/{id} → id, uuid, title, users",
  "DELETE /chats/{id}",
  "GET /chats/{id}/messages → records, hasMore",
  "POST /chats/{id}/messages → senderId, sender, message, mediaName, createdAt, chatId",
  "POST /chats/{id}/read",
];
const CAMPAIGNS = [
  "GET /campaigns → records, hasMore",
  "GET /campaigns/{id} → id, name, status, confirmation, contactListId, tagListId, whatsappId, scheduledAt, completedAt, fileListId, companyId, message1, message5, confirmationMessage1, confirmationMessage5, mediaPath, mediaName, contactList, whatsapp, shipping",
  "POST /campaigns → id",
  "PUT /campaigns/{id} → id",
  "DELETE /campaigns/{id}",
  "POST /campaigns/{id}/media-upload",
  "DELETE /campaigns/{id}/media-upload",
  "POST /campaigns/{id}/cancel → id, status",
  "POST /campaigns/{id}/restart → id, status",
  "GET /campaign-settings",
  "POST /campaign-settings",
];
const PROMPTS = [
  "GET /prompt → prompts",
  "GET /prompt/{id} → id, name, prompt, voice, voiceKey, voiceRegion, maxTokens, temperature, apiKey, queueId, maxMessages, queue",
  "POST /prompt → id, name, prompt, queueId",
  "PUT /prompt/{id} → id, name, prompt, queueId",
  "DELETE /prompt/{id} → message",
];
const CHANNELS = ["POST /facebook"];
const SEND_API = ["POST /messages/send → mensagem, messageId, ticketId, contactId, status"];
const ALL = [
  ...SEND_API,
  ...CHANNELS,
  ...SESSION_AND_STAFF,
  ...TICKETS,
  ...COMPANY,
  ...LISTS,
  ...CAMPAIGNS,
  ...TEAM,
  ...PROMPTS,
  ...INTEGRATIONS,
  ...PROVIDER,
];
/** Calls of features that do not exist yet: they must be 404, because a stub would be worse. */
const LATER: readonly string[] = [];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Keys of a response: of each of its alternatives. */
function keysOf(answer: v.GenericSchema): readonly (readonly string[])[] {
  const shape = toJsonSchema(answer, { typeMode: "output", errorMode: "ignore" });
  return [shape, ...(shape.anyOf ?? [])].map((one) =>
    typeof one === "object" ? Object.keys(one.properties ?? {}) : [],
  );
}

const read = (line: string) => {
  const [call = "", keys = ""] = line.split(" → ");
  const [method = "", path = ""] = call.split(" ");
  return { method, path, keys: keys.split(", ").filter(Boolean) };
};
/** Replaces parameter names, because only their positions matter. */
const place = (path: string) => path.replace(/\{\w+\}|:\w+/g, "{}");
const exists = ({ method, path }: { method: string; path: string }) =>
  app.app.routes.find((route) => route.method === method && place(route.path) === place(path));

describe("calls of the contract", () => {
  test.each(ALL)("the server has the call of the contract %s", (line) => {
    const call = read(line);
    const route = exists(call);
    expect(route?.path, line).toBeDefined();
    if (!route) return;
    const missing = keysOf(route.answer).map((known) => call.keys.filter((key) => !known.includes(key)));
    expect(missing).toContainEqual([]);
  });

  test("a route of a later feature does not exist", () => {
    expect(LATER.filter((line) => exists(read(line)))).toEqual([]);
  });
});
