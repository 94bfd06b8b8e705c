import { replacesBot } from "#automation/rules/actions/contract.ts";
import { noteNotMatched } from "#automation/rules/log/not-matched.ts";
import * as sql from "#automation/rules/queries.sql.ts";
import { listeningTo } from "#automation/rules/queries.ts";
import type { Rule } from "#automation/rules/schema.ts";
import type { Facts } from "#inbox/conditions/index.ts";
import type { Replaced } from "#inbox/messages/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type Fired, fire } from "./fire.ts";
import type { Occasion } from "./occasion.ts";
import { factsOf, isMeant, verdictOf } from "./verdict.ts";

/** Rules run for what other rules cause up to this depth (docs/rules/rules.md#loops). */
const MOST_DEPTH = 3;

/** The active rules that run for an occasion, in their order. */
export const rulesFor = (tenant: Tenant, occasion: Occasion): readonly Rule[] =>
  listeningTo(tenant, occasion.event).filter((rule) => isMeant(rule, occasion) && isInChain(rule, occasion));

/** What a rule caused runs another one only if that says so, and never the same one again. */
const isInChain = ({ id, alsoFromRules }: Rule, { chain }: Occasion): boolean =>
  chain.length === 0 || (alsoFromRules && chain.length <= MOST_DEPTH && !chain.includes(id));

/**
 * Runs the rules of an occasion in their order, each that holds in a transaction of its own; a rule with `stop` ends the
 * list. Called again after a crash it continues behind the last rule that ran. Returns what they did in the place of the bot.
 */
export function runRules(tenant: Tenant, occasion: Occasion): Replaced {
  const rules = rulesFor(tenant, occasion);
  if (rules.length === 0) return { bot: false, closedText: false };
  const before = new Map(
    queryAll(tenant.db, sql.runsOfEvent, { eventKey: occasion.key }).map((run) => [run.ruleId, run]),
  );
  const lastRun = rules.findLastIndex(({ id }) => before.has(id));
  let bot = false;
  let closedText = false;
  const took = (rule: Rule, wrote: boolean) => {
    bot ||= replacesBot(rule.actions);
    closedText ||= wrote && rule.event === "outside_hours";
  };
  let facts: Facts | undefined;
  for (const [index, rule] of rules.entries()) {
    const run = before.get(rule.id);
    if (run?.outcome === "fired") {
      took(rule, run.reason === null && rule.actions.some(({ action }) => action === "reply"));
      if (rule.stop) break;
    }
    if (index <= lastRun) continue;
    facts ??= factsOf(tenant, occasion);
    if (!facts) break;
    const { outcome, wrote } = judgeAndFire(tenant, rule, occasion, facts);
    if (outcome !== "fired") continue;
    took(rule, wrote === true);
    // The next rules see what this one changed.
    facts = undefined;
    if (rule.stop) break;
  }
  return { bot, closedText };
}

/** Runs one rule for an occasion that is its own; a second time it does nothing. */
export function runRule(tenant: Tenant, rule: Rule, occasion: Occasion): void {
  const runs = queryAll(tenant.db, sql.runsOfEvent, { eventKey: occasion.key });
  if (runs.some(({ ruleId }) => ruleId === rule.id)) return;
  const facts = factsOf(tenant, occasion);
  if (facts) judgeAndFire(tenant, rule, occasion, facts);
}

function judgeAndFire(tenant: Tenant, rule: Rule, occasion: Occasion, facts: Facts): Partial<Fired> {
  const verdict = verdictOf(rule, facts);
  if (verdict.holds === true) return fire(tenant, rule, occasion, verdict);
  const { key: eventKey, ticketId, contactId, chain } = occasion;
  const at = tenant.clock.now();
  noteNotMatched(tenant, [rule], { eventKey, ticketId, contactId, at, depth: chain.length, facts });
  return {};
}
