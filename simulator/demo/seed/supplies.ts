import { timeZoneOf, writeSetting } from "#accounts/settings/index.ts";
import { createMacro } from "#automation/macros/save.ts";
import { createRule } from "#automation/rules/save.ts";
import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import { attachFile } from "#inbox/quick-replies/file.ts";
import { createQuickReply } from "#inbox/quick-replies/index.ts";
import { createSchedule } from "#inbox/scheduled-messages/save.ts";
import { createResolution } from "#inbox/tickets/resolutions/save.ts";
import { changeContactFields } from "#people/contacts/fields/change-fields.ts";
import { findIdentity } from "#people/contacts/index.ts";
import { createContact } from "#people/contacts/save.ts";
import { createField } from "#people/fields/definitions.ts";
import { addDays, dayAt } from "#platform/dates.ts";
import { all } from "#platform/db/database.ts";
import type { DemoCompany } from "#simulator/demo/companies/cast.ts";
import { photo } from "#simulator/people/pictures.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/** Creates contacts of people who have not written yet. */
export async function addContacts(admin: UserCtx, { contacts }: DemoCompany): Promise<void> {
  for (const { extraInfo = [], fields = {}, ...contact } of contacts) {
    const { id } = await createContact(admin, { ...contact, extraInfo: [...extraInfo] });
    changeContactFields(admin, id, fields);
  }
}

/** Creates the custom fields of contacts and tickets. */
export function addFields(admin: UserCtx, { fields }: DemoCompany): void {
  for (const field of fields)
    createField(admin, { choices: [], required: false, queueIds: [], inList: false, ...field });
}

/** Creates the resolutions; the person who resolves a ticket may choose one. */
export function addResolutions(admin: UserCtx, { resolutions }: DemoCompany): readonly number[] {
  writeSetting(admin.tenant, "resolutionMode", "optional");
  return resolutions.map((name) => createResolution(admin, { name, queueIds: [] }).id);
}

/** Creates the rules, switched on: they tag what customers write from then on, and raise its priority. */
export function addRules(admin: UserCtx, { rules }: DemoCompany): void {
  for (const { name, words, tag } of rules) {
    const found = all<{ id: number }>(admin.tenant.db, "SELECT id FROM tag WHERE name = ?", tag)[0];
    if (!found) continue;
    createRule(admin, {
      ...{ name, event: "message_received", settings: {}, active: true, stop: false, alsoFromRules: false },
      oncePer: "attendance",
      conditions: { all: [{ field: "message.text", op: "contains_word", value: [...words] }] },
      actions: [
        { action: "tag_add", tagIds: [found.id] },
        { action: "priority", priority: 3 },
      ],
    });
  }
}

/** Creates quick replies of the company and of some users. */
export async function addReplies(
  people: ReadonlyMap<string, UserCtx>,
  admin: UserCtx,
  { replies }: DemoCompany,
): Promise<void> {
  for (const { shortcode, message, picture, of } of replies) {
    const author = of === undefined ? admin : people.get(of);
    if (!author) continue;
    const { id } = createQuickReply(author, { shortcode, message, geral: of === undefined });
    if (!picture) continue;
    const form = new FormData();
    form.set("file", new File([(await photo(picture)).slice()], "foto.jpg", { type: "image/jpeg" }));
    await attachFile(author, id, new Request("http://demo.example/", { method: "POST", body: form }));
  }
}

/** Creates the macro with which attendants closed some of the past tickets. Returns its id. */
export const addClosingMacro = (admin: UserCtx): number =>
  createMacro(admin, {
    name: "Encerrar e anotar",
    description: "Deixa uma nota e resolve sem mensagem.",
    digit: 9,
    shared: true,
    queueIds: [],
    active: true,
    actions: [
      { action: "note", text: "Cliente atendido, nada pendente." },
      { action: "resolve", farewell: false },
    ],
  }).id;

/** Creates the macros of the company. */
export function addMacros(admin: UserCtx, { macros = [] }: DemoCompany): void {
  const { db } = admin.tenant;
  const idOf = (table: "tag" | "queue", name: string | undefined) =>
    name === undefined ? [] : all<{ id: number }>(db, `SELECT id FROM ${table} WHERE name = ?`, name);
  for (const { reply, tag, note, queue, snooze, ...macro } of macros) {
    const actions: TicketAction[] = [{ action: "reply", text: reply, parameters: [] }];
    for (const { id } of idOf("tag", tag)) actions.push({ action: "tag_add", tagIds: [id] });
    if (note !== undefined) actions.push({ action: "note", text: note });
    if (snooze) actions.push({ action: "snooze", mode: "either", opening: "tomorrow" });
    for (const { id } of idOf("queue", queue)) actions.push({ action: "transfer", queueId: id });
    createMacro(admin, { ...macro, shared: true, queueIds: [], active: true, actions });
  }
}

/** Creates scheduled messages to contacts for the next days. */
export function planMessages(admin: UserCtx, { schedules }: DemoCompany, nowMs: number): void {
  const { tenant } = admin;
  const today = dayAt(nowMs, timeZoneOf(tenant));
  for (const { to, body, inDays, at, recurrence = "none" } of schedules) {
    const known = findIdentity(tenant.db, { kind: "pn", value: to, address: "" });
    if (known)
      createSchedule(admin, {
        body,
        contactId: known.contactId,
        sendAt: `${addDays(today, inDays)}T${at}`,
        recurrence,
      });
  }
}
