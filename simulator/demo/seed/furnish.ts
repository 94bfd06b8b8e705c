import { writeCompanyHours } from "#accounts/companies/hours/hours.ts";
import { createOption, createQueue } from "#accounts/queues/index.ts";
import { writeSetting } from "#accounts/settings/index.ts";
import { addUser } from "#accounts/users/index.ts";
import { createConnection } from "#channels/connections/crud/create.ts";
import { markChatRead } from "#inbox/chats/read.ts";
import { createChat } from "#inbox/chats/save.ts";
import { writeChatMessage } from "#inbox/chats/write.ts";
import { saveDraft } from "#inbox/drafts/save.ts";
import { starMessage } from "#inbox/messages/stars/stars.ts";
import { readTimeline } from "#inbox/messages/timeline/timeline.ts";
import { createPolicy } from "#inbox/sla/save.ts";
import { createView } from "#inbox/ticket-views/save.ts";
import { ticketPage } from "#inbox/tickets/lists/page.ts";
import { addNote } from "#inbox/tickets/notes-and-tags/notes.ts";
import { createTag } from "#people/tags/index.ts";
import type { FakeClock } from "#platform/clock.ts";
import {
  DEMO_PASSWORD,
  type DemoCompany,
  type DemoOption,
  type DemoUser,
} from "#simulator/demo/companies/cast.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { runCampaigns } from "./campaigns.ts";
import { askAgain } from "./follow-ups.ts";
import { compareInTheNights } from "./nights.ts";
import { liveThroughTwoWeeks } from "./past.ts";
import { prepareCampaigns } from "./plans.ts";
import { snoozeForMinutes } from "./snoozed.ts";
import {
  addClosingMacro,
  addContacts,
  addFields,
  addMacros,
  addReplies,
  addResolutions,
  addRules,
  planMessages,
} from "./supplies.ts";
import { recordWorkingTimes } from "./working-times.ts";

const MINUTE_MS = 60_000;

/** Creates the data of a company and the tickets of its last two weeks; ends with the clock at `nowMs`. */
export async function furnish(
  tenant: Tenant,
  company: DemoCompany,
  { clock, nowMs }: { readonly clock: FakeClock; readonly nowMs: number },
): Promise<void> {
  // Synchronous commits are not needed: a power cut only loses data of a directory that is filled again.
  tenant.db.$client.pragma("synchronous = OFF");
  const [head, ...others] = company.users.filter(({ role }) => role !== "super");
  if (!head) return;
  const admin = personCtx(tenant, await addUser(tenant, account(head, []), { super: false }), {
    profile: "admin",
  });
  const queues = addQueues(admin, company);
  const connections = await addConnections(admin, company, queues);
  const ids = ({ queues: names }: DemoUser) => names.flatMap((name) => queues.get(name) ?? []);
  const people = new Map([[head.email, admin]]);
  for (const user of others) {
    const queueIds = ids(user);
    const view = await addUser(tenant, account(user, queueIds), { super: false });
    people.set(user.email, personCtx(tenant, view, { profile: "user", queueIds }));
  }
  for (const { kanban = false, ...tag } of company.tags) createTag(admin, { ...tag, kanban });
  if (company.hours) {
    writeCompanyHours(admin, tenant.id, company.hours);
    writeSetting(tenant, "scheduleType", "company");
  }
  promiseAnswers(admin);
  const resolutions = addResolutions(admin, company);
  const closingMacro = addClosingMacro(admin);
  addFields(admin, company);
  const attendants = [...people.values()].filter(({ actor }) => actor.profile === "user");
  liveThroughTwoWeeks(
    {
      tenant,
      clock,
      admin,
      attendants,
      queues,
      connections,
      resolutions,
      closingMacro,
      fields: company.fields,
    },
    company.past,
    nowMs,
  );
  await addContacts(admin, company);
  await addReplies(people, admin, company);
  addMacros(admin, company);
  planMessages(admin, company, nowMs);
  runCampaigns(admin, company, clock, nowMs);
  await prepareCampaigns(admin, company, nowMs);
  talkInChats(people, company, clock, nowMs);
  mentionColleague(attendants);
  shareViews(admin);
  addRules(admin, company);
  leaveTraces(attendants);
  askAgain(admin, attendants);
  snoozeForMinutes(attendants);
  recordWorkingTimes(admin, attendants, nowMs);
  compareInTheNights(admin, nowMs);
  tenant.db.$client.pragma("synchronous = FULL");
}

/**
 * The SLA policy of the company. It applies at any hour, so that the first customers of the demo are soon close to their due
 * time.
 */
function promiseAnswers(admin: UserCtx): void {
  createPolicy(admin, {
    name: "Resposta rápida",
    active: true,
    conditions: null,
    hours: "clock",
    startsAt: "queue",
    firstMinutes: 10,
    nextMinutes: 15,
    resolutionMinutes: 24 * 60,
    pauseAsleep: true,
    pauseWaitingCustomer: true,
    warnPercent: 50,
  });
}

function addQueues(admin: UserCtx, company: DemoCompany): ReadonlyMap<string, number> {
  return new Map(
    company.queues.map(({ name, color, farewell, greeting = "", hours, closed = "", options = [] }, at) => {
      const texts = { complationMessage: farewell, greetingMessage: greeting, outOfHoursMessage: closed };
      const open = hours && { schedules: hours };
      const { id } = createQueue(admin, { name, color, orderQueue: at + 1, ...texts, ...open });
      plant(admin, id, null, options);
      return [name, id];
    }),
  );
}

/** The option tree of a queue, level by level. */
function plant(
  admin: UserCtx,
  queueId: number,
  parentId: number | null,
  options: readonly DemoOption[],
): void {
  for (const { title, message, children = [] } of options)
    plant(admin, queueId, createOption(admin, { queueId, parentId, title, message }).id, children);
}

/** Creates the connections; returns the connection of each queue. */
async function addConnections(
  admin: UserCtx,
  company: DemoCompany,
  queues: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const connections = new Map<string, number>();
  for (const { name, queues: led, otherwise, greeting } of company.connections) {
    const { id } = await createConnection(admin, {
      name,
      queueIds: led.flatMap((queue) => queues.get(queue) ?? []),
      sendIdQueue: (otherwise && queues.get(otherwise)) || null,
      greetingMessage: greeting,
      importHistory: true,
    });
    for (const queue of led) connections.set(queue, id);
  }
  return connections;
}

const account = ({ name, email, role }: DemoUser, queueIds: readonly number[]) => ({
  name,
  email,
  password: DEMO_PASSWORD,
  profile: role === "attendant" ? ("user" as const) : ("admin" as const),
  queueIds: [...queueIds],
});

/** Context of a user of the company, as if signed in. */
export const personCtx = (
  tenant: Tenant,
  { id, name }: { readonly id: number; readonly name: string },
  rights: Pick<UserCtx["actor"], "profile"> & Partial<UserCtx["actor"]>,
): UserCtx => ({
  tenant,
  actor: {
    type: "user",
    id,
    name,
    super: false,
    queueIds: [],
    sessionId: 0,
    connectionId: null,
    allTicket: false,
    signMessages: true,
    billingOnly: false,
    ...rights,
  },
});

/** Internal chats; the last message of each is unread for the others. */
function talkInChats(
  people: ReadonlyMap<string, UserCtx>,
  { chats }: DemoCompany,
  clock: FakeClock,
  nowMs: number,
): void {
  for (const { title, members, lines } of chats) {
    const [owner, ...others] = members.flatMap((email) => people.get(email) ?? []);
    if (!owner) continue;
    clock.set(nowMs - ((lines[0]?.minutesAgo ?? 0) + 1) * MINUTE_MS);
    const users = others.map(({ actor }) => ({ id: actor.id }));
    const { id: chatId } = createChat(owner, { title, users });
    for (const [index, { of, minutesAgo, text }] of lines.entries()) {
      const author = people.get(of);
      if (!author) continue;
      clock.set(nowMs - minutesAgo * MINUTE_MS);
      writeChatMessage(author, { chatId, text, quotedId: null, clientMessageId: undefined });
      if (index === lines.length - 1) continue;
      for (const person of [owner, ...others]) markChatRead(person, chatId);
    }
  }
  clock.set(nowMs);
}

/** An attendant asks a colleague in a note of the newest ticket that both see. */
function mentionColleague([asking, asked]: readonly UserCtx[]): void {
  if (!asking || !asked) return;
  const [newest] = ticketPage(asking, { searchParam: "", pageNumber: 1, status: "closed" }).tickets;
  if (!newest) return;
  addNote(asking, {
    ticketId: newest.id,
    note: `@${asked.actor.name} pode confirmar com o cliente se ficou tudo certo?`,
    mentions: [{ kind: "user", id: asked.actor.id }],
  });
}

/** Views that every user of the company finds above the list. */
function shareViews(admin: UserCtx): void {
  const minutes = (field: string, value: number) => ({ field, op: "gt" as const, value });
  const waiting = { field: "status", op: "in" as const, value: ["pending"] };
  const body = { shared: true, queueIds: [] };
  createView(admin, {
    ...{ ...body, name: "Esperando há 10 min", icon: "clock", sort: "longest" },
    conditions: { all: [waiting, minutes("waiting_minutes", 10)] },
  });
  createView(admin, {
    ...{ ...body, name: "Sem resposta", icon: "bell", sort: "longest" },
    conditions: {
      all: [{ field: "last_message_by", op: "in", value: ["customer"] }, minutes("idle_minutes", 5)],
    },
  });
}

/** A starred message and an unsent note of the first attendant. */
function leaveTraces([first]: readonly UserCtx[]): void {
  if (!first) return;
  const list = { searchParam: "", pageNumber: 1, status: "closed" } as const;
  const [newest, second] = ticketPage(first, list).tickets;
  const ofCustomer =
    newest &&
    readTimeline(first, newest.id, { pageNumber: 1, scope: "all" }).messages.find((one) => !one.fromMe);
  if (ofCustomer) starMessage(first, ofCustomer.id);
  if (second)
    saveDraft(first, second.id, {
      mode: "note",
      body: "Ligar na sexta para saber se",
      quotedMsgId: null,
      version: 0,
    });
}
