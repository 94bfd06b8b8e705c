import { createSuperUser } from "#auth/index.ts";
import { createCompany } from "#companies/index.ts";
import type { Config } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import { run } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import { createOption, createQueue } from "#queues/index.ts";
import { createQuickReply } from "#quick-replies/index.ts";
import { createTag } from "#tags/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { addUser, type UserView } from "#users/index.ts";
import { AURORA, DEMO_PASSWORD, type DemoCompany, type DemoOption, type DemoUser, VENTO } from "./cast.ts";

const DAY_MS = 86_400_000;

/** Fills a new demo directory with the two companies, by the same verbs people use. Connections come later, live. */
export async function seed(config: Config): Promise<void> {
  const { installation, close } = startInstallation({ config, clock: systemClock, log: createLog("silent") });
  try {
    const [first] = AURORA.users;
    if (!first) throw new Error("the demo has nobody to run it");
    await createSuperUser(installation, { ...first, password: DEMO_PASSWORD, companyName: AURORA.name });
    const aurora = installation.tenants.open(1);
    await furnish(aurora, AURORA);
    await furnish(rentedCompany(installation), VENTO);
  } finally {
    close();
  }
}

/** A company like any tenant of the provider: a plan of its own and a due date that is near enough to be seen. */
function rentedCompany(installation: Installation): Tenant {
  const now = installation.clock.now();
  const { id: planId } = run(
    installation.system,
    `INSERT INTO plan (name, users, connections, queues, value_cents, created_at, updated_at)
     VALUES ('Profissional', 10, 3, 10, 14990, ?, ?)`,
    now,
    now,
  );
  const dueDate = new Date(now + 25 * DAY_MS).toISOString().slice(0, 10);
  return createCompany(installation, { name: VENTO.name, planId, dueDate, campaignsEnabled: true });
}

async function furnish(tenant: Tenant, company: DemoCompany): Promise<void> {
  const users = company.users.filter(({ role }) => role !== "super");
  const [head, ...others] = users;
  if (!head) return;
  const admin = adminCtx(tenant, await addUser(tenant, account(head, []), { super: false }));
  const queues = new Map(
    company.queues.map(({ name, color, farewell, greeting = "", hours, closed = "", options = [] }, at) => {
      const texts = { complationMessage: farewell, greetingMessage: greeting, outOfHoursMessage: closed };
      const open = hours && { schedules: hours };
      const { id } = createQueue(admin, { name, color, orderQueue: at + 1, ...texts, ...open });
      plant(admin, id, null, options);
      return [name, id] as const;
    }),
  );
  const ids = (user: DemoUser) =>
    user.queues.map((name) => queues.get(name)).filter((id) => id !== undefined);
  for (const user of others) await addUser(tenant, account(user, ids(user)), { super: false });
  for (const tag of company.tags) createTag(admin, tag);
  for (const reply of company.quickReplies) createQuickReply(admin, { ...reply, geral: true });
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

const account = ({ name, email, role }: DemoUser, queueIds: readonly number[]) => ({
  name,
  email,
  password: DEMO_PASSWORD,
  profile: role === "attendant" ? ("user" as const) : ("admin" as const),
  queueIds: [...queueIds],
});

const adminCtx = (tenant: Tenant, { id, name }: UserView): UserCtx => ({
  tenant,
  actor: {
    type: "user",
    id,
    name,
    profile: "admin",
    super: false,
    queueIds: [],
    sessionId: 0,
    connectionId: null,
    allTicket: false,
    signMessages: true,
    billingOnly: false,
  },
});
