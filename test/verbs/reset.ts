import { writeSetting } from "#accounts/settings/index.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { run } from "#platform/db/database.ts";
import type { Office } from "./office.ts";
import { HOUR } from "./times.ts";
import type { Hand } from "./verbs.ts";

const NAMES = ["Chefe", "Sílvia", "Ana", "Bia", "Rui", "Joana"];

/** Removes what the last run left, and begins with customers who wait, one tag, one field of each kind and one policy. */
export async function resetOffice(office: Office, hand: Hand): Promise<void> {
  const { admin, tenant, ids } = office;
  const remove = async (path: string, sql: string) => {
    for (const id of ids(sql)) await hand.call(admin, "delete", `${path}/${id}`);
  };
  await remove("/tickets", "SELECT id FROM ticket");
  await remove("/rules", "SELECT id FROM rule");
  await remove("/sla-policies", "SELECT id FROM sla_policy WHERE deleted_at IS NULL");
  await remove("/ticket-views", "SELECT id FROM ticket_view");
  await remove("/macros", "SELECT id FROM macro");
  await remove("/follow-ups", "SELECT id FROM follow_up");
  await remove("/tags", "SELECT id FROM tag");
  await remove("/resolutions", "SELECT id FROM resolution");
  await remove("/contacts", "SELECT id FROM contact");
  await remove("/queue", `SELECT id FROM queue WHERE id NOT IN (${office.sales}, ${office.support})`);
  run(tenant.db, "DELETE FROM contact_merge");
  for (const [key, values] of Object.entries(SETTINGS))
    writeSetting(tenant, key as keyof typeof SETTINGS, hand.pick<string>(values) ?? values[0]);
  const distribution = { allowDistributedTickets: hand.chance(3), usersDistributedTickets: "3;4" };
  await hand.call(admin, "put", `/queue/${office.sales}`, { schedules: [], ...distribution });
  await hand.call(admin, "put", `/queue/${office.support}`, { schedules: [] });
  await hand.call(admin, "put", `/companies/${tenant.id}/schedules`, { schedules: OFFICE_HOURS });
  for (const [index, person] of office.people.entries()) {
    if (!office.now(person)) continue;
    const { profile, queueIds } = person.actor;
    await hand.call(admin, "put", `/users/${person.actor.id}`, { name: NAMES[index], profile, queueIds });
  }
  await hand.call(admin, "put", "/notifications/read", { all: true });
  await hand.call(admin, "post", "/tags", { name: "Etiqueta inicial", kanban: 1 });
  if (ids("SELECT id FROM field").length === 0)
    for (const [key, kind] of [
      ["pedido", "text"],
      ["valor", "number"],
    ])
      await hand.call(admin, "post", "/fields", { of: "ticket", key, label: `Campo ${key}`, kind });
  if (ids("SELECT id FROM queue_option").length === 0)
    for (const option of [
      { title: "Vendas", action: "queue", targetQueueId: office.sales },
      { title: "Encerrar", action: "close" },
      { title: "Ana", action: "user", targetUserId: office.people[2]?.actor.id },
    ])
      await hand.call(admin, "post", "/queue-options", { ...option, queueId: office.support });
  await hand.call(admin, "post", "/sla-policies", {
    ...{ name: "Todos", firstMinutes: 30, nextMinutes: 20, resolutionMinutes: 120, hours: "company" },
  });
  office.app.clock.advance(HOUR + hand.random(24) * HOUR);
  await office.work();
  office.newcomers(5);
  for (const customer of office.customers.slice(0, 3)) {
    const connectionId = hand.pick(office.connections) ?? 0;
    office.receive(connectionId, wrote(customer, "oi", office.app.clock.now()));
    office.app.clock.advance(hand.random(2000));
  }
  await office.work();
  // Two are attended, so that most verbs fit from the beginning.
  const [first, second] = ids("SELECT id FROM ticket ORDER BY id");
  for (const [id, by] of [
    [first, admin],
    [second, office.people[2] ?? admin],
  ] as const) {
    await hand.call(admin, "put", `/tickets/${id}`, { queueId: office.sales, userId: null });
    await hand.call(by, "put", `/tickets/${id}`, { status: "open", userId: by.actor.id });
  }
  await office.work();
}

const OFFICE_HOURS = ["monday", "tuesday", "wednesday", "thursday", "friday"].map((weekdayEn) => ({
  ...{ weekday: "", weekdayEn, startTime: "08:00", endTime: "18:00" },
}));

/** With which settings a run may begin. */
const SETTINGS = {
  userRating: ["disabled", "enabled"],
  undoCloseSeconds: ["5", "0", "15"],
  wakeReturnMinutes: ["30", "0"],
  resolutionMode: ["off", "optional"],
  attendantsTakeOver: ["disabled", "enabled"],
  previewBeforeAccept: ["disabled", "enabled"],
  transferStartsBot: ["disabled", "enabled"],
} as const;
