import { DAY, HOUR, MINUTE } from "./times.ts";
import type { Hand, Verb } from "./verbs.ts";

let names = 0;
/** A name that was not used before. */
const named = (what: string) => {
  names += 1;
  return `${what} ${names}`;
};

const conditionsOf = ({ office, pick, random }: Hand) =>
  pick([
    null,
    { all: [{ field: "priority", op: "in", value: [3, 4] }] },
    { all: [{ field: "queue", op: "in", value: [pick([office.sales, office.support])] }] },
    { any: [{ field: "tags", op: "any_of", value: office.ids("SELECT id FROM tag LIMIT 1") }] },
    { all: [{ field: "field.pedido", op: "equals", value: String(random(3)) }] },
  ]) ?? null;

const actionsOf = (hand: Hand): object[] => {
  const { office, pick, random } = hand;
  const tagIds = office.ids("SELECT id FROM tag LIMIT 2");
  return [
    pick([
      { action: "priority", priority: 1 + random(4) },
      ...(tagIds.length === 0
        ? []
        : [
            { action: "tag_add", tagIds },
            { action: "tag_remove", tagIds },
          ]),
      { action: "note", text: "regra" },
      { action: "field_set", key: "pedido", value: String(random(3)) },
      { action: "snooze", mode: pick(["time", "reply", "either"]), minutes: 20 },
      { action: "reply", text: "Já respondemos" },
      { action: "participant_add", userIds: [hand.person().actor.id] },
      { action: "transfer", queueId: office.support },
      { action: "resolve", farewell: false },
    ]) ?? {},
  ];
};

const ruleOnlyActions = (hand: Hand): object[] => {
  const { office, pick } = hand;
  return hand.chance(3)
    ? [
        pick([
          { action: "assign", userId: hand.person().actor.id },
          { action: "assign", userId: "distribute" },
          { action: "notify", to: ["owner", "admins"], text: "veja" },
          { action: "transfer", queueId: office.sales, userId: hand.person().actor.id },
          { action: "start_menu" },
          { action: "stop_bot" },
        ]) ?? {},
      ]
    : actionsOf(hand);
};

const RULE_EVENTS = [
  "ticket_created",
  "message_received",
  "outside_hours",
  "queue_entered",
  "no_answer",
  "customer_silent",
  "status_changed",
  "tag_added",
  "rated",
  "woken",
  "sla_warning",
  "sla_missed",
] as const;

const rules: Verb = async (hand) => {
  const { office, act, pick, chance, random } = hand;
  const rule = pick(office.ids("SELECT id FROM rule"));
  if (rule !== undefined && chance(2))
    return chance(3)
      ? act(office.admin, "delete", `/rules/${rule}`)
      : act(office.admin, "put", `/rules/${rule}`, { active: chance(2), actions: ruleOnlyActions(hand) });
  const event = pick(RULE_EVENTS) ?? "ticket_created";
  const settings = {
    ...((event === "no_answer" || event === "customer_silent") && { minutes: 1 + random(30) }),
    evenIfAttended: true,
    anyTime: true,
  };
  return act(office.admin, "post", "/rules", {
    ...{ name: named("Regra"), event, settings, active: true, oncePer: "event" },
    ...{ conditions: conditionsOf(hand), actions: ruleOnlyActions(hand), alsoFromRules: chance(2) },
  });
};

const policies: Verb = async (hand) => {
  const { office, act, pick, chance, random } = hand;
  const policy = pick(office.ids("SELECT id FROM sla_policy WHERE deleted_at IS NULL"));
  const minutes = () => (chance(3) ? null : 1 + random(120));
  const body = {
    ...{ firstMinutes: minutes(), nextMinutes: minutes(), resolutionMinutes: 10 + random(300) },
    ...{ pauseAsleep: chance(2), pauseWaitingCustomer: chance(2), startsAt: pick(["queue", "arrival"]) },
    ...{ hours: pick(["clock", "company", "queue"]), conditions: conditionsOf(hand) },
  };
  if (policy !== undefined && chance(2))
    return chance(4)
      ? act(office.admin, "delete", `/sla-policies/${policy}`)
      : act(office.admin, "put", `/sla-policies/${policy}`, chance(3) ? { active: chance(2) } : body);
  if (chance(4))
    return act(office.admin, "put", "/sla-policies/order", {
      ids: office.ids("SELECT id FROM sla_policy WHERE deleted_at IS NULL ORDER BY position DESC"),
    });
  return act(office.admin, "post", "/sla-policies", { name: named("Promessa"), active: true, ...body });
};

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const hours: Verb = async ({ office, act, pick, random, chance }) => {
  const start = String(6 + random(4)).padStart(2, "0");
  const schedules = chance(3)
    ? []
    : WEEKDAYS.slice(0, 4 + random(4)).map((weekdayEn) => ({
        ...{ weekday: "", weekdayEn, startTime: `${start}:00`, endTime: `${16 + random(6)}:30` },
      }));
  return chance(2)
    ? act(office.admin, "put", `/companies/${office.tenant.id}/schedules`, { schedules })
    : act(office.admin, "put", `/queue/${pick([office.sales, office.support])}`, { schedules });
};

const queues: Verb = async ({ office, act, pick, chance, random }) => {
  const extra = pick(office.ids("SELECT id FROM queue WHERE id NOT IN (?, ?)", office.sales, office.support));
  if (extra !== undefined)
    return chance(2)
      ? act(office.admin, "delete", `/queue/${extra}`)
      : act(office.admin, "put", `/queue/${extra}`, { name: named("Fila") });
  const color = `#${(names * 7919 + random(1000) + 1_048_576).toString(16).slice(-6)}`;
  return act(office.admin, "post", "/queue", { name: named("Fila"), color });
};

const users: Verb = async ({ office, act, pick, chance }) => {
  const somebody = pick(office.people.filter(({ actor }) => actor.id !== office.admin.actor.id));
  if (!somebody || !office.now(somebody)) return null;
  const { id, name } = somebody.actor;
  // Only one of them may be deleted: the others keep their pages.
  if (name === "Joana" && chance(2)) return act(office.admin, "delete", `/users/${id}`);
  if (chance(3))
    return act(office.admin, "put", `/users/${id}`, { profile: pick(["user", "supervisor", "NAO"]) });
  if (chance(3)) return act(somebody, "put", "/users/me/away", { away: chance(2) });
  const queueIds = office.ids("SELECT id FROM queue").filter(() => chance(2));
  return act(office.admin, "put", `/users/${id}`, { queueIds });
};

const tags: Verb = async ({ office, act, pick, chance }) => {
  const tag = pick(office.ids("SELECT id FROM tag"));
  if (tag === undefined || chance(3))
    return act(office.admin, "post", "/tags", { name: named("Etiqueta"), kanban: chance(2) ? 1 : 0 });
  return chance(2)
    ? act(office.admin, "delete", `/tags/${tag}`)
    : act(office.admin, "put", `/tags/${tag}`, { name: named("Etiqueta"), color: "#112233" });
};

const resolutions: Verb = async ({ office, act, pick, chance }) => {
  const known = pick(office.ids("SELECT id FROM resolution"));
  if (known === undefined || chance(2))
    return act(office.admin, "post", "/resolutions", { name: named("Motivo") });
  return chance(2)
    ? act(office.admin, "delete", `/resolutions/${known}`)
    : act(office.admin, "put", `/resolutions/${known}`, { name: named("Motivo"), active: chance(2) });
};

const macros: Verb = async (hand) => {
  const { office, act, pick, chance } = hand;
  const macro = pick(office.ids("SELECT id FROM macro"));
  if (macro !== undefined && chance(3)) return act(office.admin, "delete", `/macros/${macro}`);
  return act(office.admin, "post", "/macros", {
    ...{
      name: named("Macro"),
      shared: true,
      actions: chance(2) ? actionsOf(hand) : [{ action: "assign", userId: "me" }],
    },
  });
};

const followUps: Verb = async ({ office, act, pick, chance }) => {
  const known = pick(office.ids("SELECT id FROM follow_up"));
  if (known !== undefined && chance(2)) return act(office.admin, "delete", `/follow-ups/${known}`);
  return act(office.admin, "post", "/follow-ups", {
    ...{ name: named("Retorno"), shared: true, onlyInHours: chance(2) },
    steps: [{ waitMinutes: 30, text: "Ainda está aí?" }],
    ending: { action: pick(["none", "resolve_silent", "resolve", "return"]), waitMinutes: 30 },
  });
};

const contacts: Verb = async (hand) => {
  const { office, act, pick, chance } = hand;
  const ids = office.ids("SELECT id FROM contact");
  const id = pick(ids);
  if (id === undefined) return null;
  if (chance(3)) return act(office.admin, "put", `/contacts/${id}`, { name: named("Renomeado") });
  if (chance(6)) return act(office.admin, "delete", `/contacts/${id}`);
  const merge = pick(office.ids("SELECT id FROM contact_merge WHERE undone_at IS NULL"));
  if (merge !== undefined && chance(2)) return act(office.admin, "post", `/contacts/merges/${merge}/undo`);
  return act(office.admin, "post", `/contacts/${id}/merge`, { otherId: pick(ids) });
};

const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  userRating: ["enabled", "disabled"],
  undoCloseSeconds: ["0", "5", "15"],
  wakeReturnMinutes: ["0", "30"],
  resolutionMode: ["off", "optional", "required"],
  attendantsTakeOver: ["enabled", "disabled"],
  previewBeforeAccept: ["enabled", "disabled"],
  transferStartsBot: ["enabled", "disabled"],
};
const settings: Verb = async ({ office, act, pick }) => {
  const key = pick(Object.keys(SETTINGS)) ?? "userRating";
  return act(office.admin, "put", `/settings/${key}`, { value: pick(SETTINGS[key] ?? []) });
};

const views: Verb = async (hand) => {
  const { office, act, pick, chance } = hand;
  const view = pick(office.ids("SELECT id FROM ticket_view"));
  if (view !== undefined && chance(2)) return act(office.admin, "delete", `/ticket-views/${view}`);
  const conditions = pick([
    conditionsOf(hand) ?? { all: [] },
    { all: [{ field: "status", op: "in", value: ["closed", "open"] }] },
    {
      any: [
        { field: "unread", op: "is", value: true },
        { field: "asleep", op: "is", value: true },
      ],
    },
    {
      all: [
        { field: "attendant", op: "in", value: ["nobody", "me"] },
        { field: "bot_active", op: "is", value: false },
      ],
    },
    { all: [{ field: "contact.name", op: "contains", value: "renomeado" }] },
    { all: [{ field: "field.valor", op: "gt", value: 2 }] },
  ]);
  return act(office.admin, "post", "/ticket-views", { name: named("Visão"), shared: true, conditions });
};

const timePasses: Verb = async ({ office, pick, random }) => {
  const span =
    pick([random(10_000), random(10) * MINUTE, random(90) * MINUTE, random(20) * HOUR, 3 * DAY]) ?? 0;
  office.app.clock.advance(span);
  return `time passes: ${span} ms`;
};

export const SETTING_VERBS: Readonly<Record<string, readonly [weight: number, verb: Verb]>> = {
  rules: [6, rules],
  policies: [5, policies],
  hours: [2, hours],
  queues: [2, queues],
  users: [3, users],
  tagList: [2, tags],
  resolutions: [1, resolutions],
  macros: [2, macros],
  followUps: [1, followUps],
  contacts: [4, contacts],
  settings: [2, settings],
  views: [2, views],
  timePasses: [10, timePasses],
};
