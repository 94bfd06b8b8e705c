import { setting } from "#accounts/settings/index.ts";
import {
  addressVia,
  findConnection,
  type HistoryAnswer,
  type HistoryRequest,
  InboxPort,
  ProviderPort,
} from "#channels/connections/index.ts";
import { contactById } from "#people/contacts/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as compareSql from "./compare.sql.ts";
import { type Chat, type Comparison, compare } from "./compare.ts";
import { ReconciliationChanged } from "./events.ts";
import { LIMITS } from "./policy.ts";
import * as sql from "./runs.sql.ts";
import type { Run } from "./schema.ts";

/**
 * How the comparison of one chat ended. `closed`: the session is not open, so the run waits. `gone`: the run was stopped, or its
 * connection or contact was deleted, while the phone answered.
 */
type ChatOutcome = "answered" | "incomplete" | "silent" | "closed" | "nothing" | "gone" | "aborted";

export interface ChatTurn {
  readonly tenant: Tenant;
  readonly run: Run;
  /** Waits between two requests; returns false when the run must stop. */
  readonly pause: () => Promise<boolean>;
}

interface Target extends Chat {
  readonly provenTo: number | null;
  readonly unprovenTo: number | null;
}

/** The next chat of a run; undefined when none is left. */
export function nextChat(tenant: Tenant, run: Run): Target | undefined {
  const found = queryOne(tenant.db, sql.nextChat, {
    connectionId: run.connectionId,
    since: tenant.clock.now() - LIMITS.lookBackMs,
    runStartedAt: run.startedAt ?? run.createdAt,
    groups: setting(tenant, "CheckMsgIsGroup") ? 0 : 1,
  });
  return found && { ...found, connectionId: run.connectionId };
}

/**
 * Compares one chat, from its newest stored message back to the time up to which it was already compared, in at most four requests
 * (docs/rules/reconciliation.md#requests).
 */
export async function compareChat(turn: ChatTurn, target: Target): Promise<ChatOutcome> {
  const { tenant, run } = turn;
  const { connectionId, contactId } = target;
  const anchor = queryOne(tenant.db, compareSql.anchor, { connectionId, contactId });
  const address = anchor && addressOf(tenant, target);
  tenant.write((unit) => {
    execute(unit.db, sql.askChat, { connectionId, contactId, now: unit.now });
    if (address) execute(unit.db, sql.countAsked, { id: run.id });
    unit.emit(ReconciliationChanged, { connectionId });
  });
  if (!anchor || !address) return "nothing";
  const provenAt = Math.min(anchor.createdAt, tenant.clock.now() - LIMITS.settledMs);
  const limit = tenant.clock.now() - LIMITS.lookBackMs;
  const until = Math.max(target.provenTo ?? 0, limit);
  let before: HistoryRequest["before"] = {
    providerId: anchor.providerId,
    fromMe: anchor.fromMe === 1,
    // Rounded down, because the phone has whole seconds and we store the end of the second.
    at: Math.floor(anchor.createdAt / 1000) * 1000,
  };
  for (let requests = 1; ; requests += 1) {
    const answer = await request(turn, address, before);
    if (!isStillAsked(turn, target)) return "gone";
    if (answer.state !== "answered")
      return answer.state === "closed" ? putBack(turn, target) : silent(turn, target);
    const { compared, missing } = compare(tenant, target, answer.events, until);
    storeMissing(turn, target, { compared, missing });
    const isBeginning = answer.count < LIMITS.perRequest;
    const oldestAt = answer.oldest?.at ?? 0;
    if (isBeginning || oldestAt <= until) {
      const hole = isEveryMessageCompared(answer, target, { limit, isBeginning }) ? null : limit;
      return prove(turn, target, { provenTo: provenAt, hole }, "answered");
    }
    if (requests === LIMITS.requestsPerChat || !answer.oldest)
      return prove(turn, target, { provenTo: provenAt, hole: oldestAt }, "incomplete");
    before = answer.oldest;
    if (!(await turn.pause())) return "aborted";
  }
}

/**
 * Checked after the phone's answer: false when the run was stopped, or the contact was erased or merged meanwhile. Such a contact
 * has no messages and identities, so every message would seem to be missing.
 */
const isStillAsked = ({ tenant, run }: ChatTurn, { contactId }: Chat): boolean =>
  queryOne(tenant.db, sql.runById, { id: run.id })?.state === "running" &&
  contactById(tenant.db, contactId) !== undefined;

/**
 * True when the comparison left out no message since the time up to which the chat was already compared: the answer reaches back to
 * that time or to the beginning of the chat, and has no newer message that is older than `limit` (ms), the oldest time that a
 * comparison looks at.
 */
function isEveryMessageCompared(
  { events, oldest }: Extract<HistoryAnswer, { state: "answered" }>,
  { provenTo }: Target,
  { limit, isBeginning }: { readonly limit: number; readonly isBeginning: boolean },
): boolean {
  const proven = provenTo ?? 0;
  if (proven >= limit) return true;
  if (!isBeginning && (oldest?.at ?? 0) > proven) return false;
  return !events.some(({ at }) => at > proven && at < limit);
}

function addressOf(tenant: Tenant, { connectionId, contactId }: Chat): string | undefined {
  const connection = findConnection(tenant.db, connectionId);
  return (
    connection && addressVia(tenant.db, contactId, connectionId, "whatsapp", connection.provider)?.address
  );
}

/**
 * Requests older messages from the phone. The time in a request is in seconds; if the phone has never answered, one request uses
 * milliseconds. The unit to which the phone answered is stored for later requests.
 */
async function request(
  { tenant, run }: ChatTurn,
  chat: string,
  before: HistoryRequest["before"],
): Promise<HistoryAnswer> {
  const { connectionId } = run;
  const facts = queryOne(tenant.db, sql.phone, { connectionId });
  const isTrial = !facts?.unit && !facts?.otherUnitTriedAt && run.silences > 0;
  const unit = isTrial ? "milliseconds" : (facts?.unit ?? "seconds");
  if (isTrial) tenant.write(({ db, now }) => execute(db, sql.triedOtherUnit, { connectionId, now }));
  const key = { companyId: tenant.id, connectionId };
  const asked = tenant.installation.ports.use(ProviderPort).requestHistory?.(key, {
    chat,
    before,
    count: LIMITS.perRequest,
    unit,
  });
  const answer = (await asked) ?? { state: "closed" };
  if (answer.state === "answered" && facts?.unit !== unit)
    tenant.write(({ db }) => execute(db, sql.rememberUnit, { connectionId, unit }));
  return answer;
}

/** Records the gaps and stores their events in the inbox, in one transaction. */
function storeMissing({ tenant, run }: ChatTurn, target: Target, { compared, missing }: Comparison): void {
  const { connectionId, contactId } = target;
  const inbox = tenant.installation.ports.use(InboxPort);
  const stored = tenant.write((unit) => {
    let gaps = 0;
    // A gap that an earlier answer showed and that is not filled yet was already counted: its insert changes no row.
    for (const { providerId, at } of missing)
      gaps += execute(unit.db, compareSql.insertGap, {
        runId: run.id,
        connectionId,
        contactId,
        providerId,
        at,
        now: unit.now,
      }).changes;
    execute(unit.db, sql.countAnswer, { id: run.id, compared, gaps });
    return missing.length > 0 ? inbox.store(tenant, connectionId, missing) : undefined;
  });
  stored?.catch((error: unknown) =>
    tenant.log.error(
      { connection: connectionId, err: error },
      "messages that a comparison found were not stored; the next comparison finds them again",
    ),
  );
}

function prove(
  { tenant, run }: ChatTurn,
  { connectionId, contactId, unprovenTo }: Target,
  { provenTo, hole }: { readonly provenTo: number; readonly hole: number | null },
  outcome: "answered" | "incomplete",
): ChatOutcome {
  tenant.write((unit) => {
    const unproven = hole === null ? unprovenTo : hole;
    execute(unit.db, sql.proveChat, {
      connectionId,
      contactId,
      provenTo,
      unprovenTo: unproven,
      now: unit.now,
    });
    if (outcome === "answered") execute(unit.db, sql.countAnswered, { id: run.id });
    unit.emit(ReconciliationChanged, { connectionId });
  });
  return outcome;
}

function silent({ tenant, run }: ChatTurn, { connectionId, contactId }: Target): ChatOutcome {
  tenant.write((unit) => {
    execute(unit.db, sql.silentChat, { connectionId, contactId });
    execute(unit.db, sql.countSilence, { id: run.id });
    unit.emit(ReconciliationChanged, { connectionId });
  });
  return "silent";
}

/** Returns a chat to the run, because no request reached the phone. */
function putBack({ tenant }: ChatTurn, { connectionId, contactId }: Target): ChatOutcome {
  tenant.write((unit) => execute(unit.db, sql.forgetAsked, { connectionId, contactId }));
  return "closed";
}
