import { replacesBot } from "#automation/rules/actions/contract.ts";
import { noteNotMatched } from "#automation/rules/log/not-matched.ts";
import * as sql from "#automation/rules/queries.sql.ts";
import { listeningTo } from "#automation/rules/queries.ts";
import type { Rule } from "#automation/rules/schema.ts";
import type { Facts } from "#inbox/conditions/index.ts";
import type { Replaced } from "#inbox/messages/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { evaluateRule, factsOf, matchesSettings } from "./evaluate-rule.ts";
import { type Fired, fire } from "./fire.ts";
import type { RuleTrigger } from "./trigger.ts";

/** Maximum number of rules that cause each other in a chain (docs/rules/rules.md#loops). */
const MAX_DEPTH = 3;

/** The active rules that run for a trigger, in their order. Most triggers have nothing that excludes a rule. */
export function rulesFor(tenant: Tenant, trigger: RuleTrigger): readonly Rule[] {
  const listening = listeningTo(tenant, trigger.event);
  const { change, tagId, about, chain } = trigger;
  if (chain.length === 0 && change === undefined && tagId === undefined && about === undefined)
    return listening;
  return listening.filter((rule) => matchesSettings(rule, trigger) && isInChain(rule, trigger));
}

/** An event that a rule caused runs another rule only if that rule has `alsoFromRules`, and never a rule of the chain again. */
const isInChain = ({ id, alsoFromRules }: Rule, { chain }: RuleTrigger): boolean =>
  chain.length === 0 || (alsoFromRules && chain.length <= MAX_DEPTH && !chain.includes(id));

/**
 * Runs the rules of a trigger in their order, each matching rule in a separate transaction; a rule with `stop` ends the
 * list. A repeated call after a crash continues after the last rule that ran. Returns which answers of the bot the
 * rules replace.
 */
export function runRules(tenant: Tenant, trigger: RuleTrigger): Replaced {
  const rules = rulesFor(tenant, trigger);
  if (rules.length === 0) return { bot: false, closedText: false };
  const before = new Map(
    queryAll(tenant.db, sql.runsOfEvent, { eventKey: trigger.key }).map((run) => [run.ruleId, run]),
  );
  const lastRun = rules.findLastIndex(({ id }) => before.has(id));
  let bot = false;
  let closedText = false;
  const addReplaced = (rule: Rule, wrote: boolean) => {
    bot ||= replacesBot(rule.actions);
    closedText ||= wrote && rule.event === "outside_hours";
  };
  let facts: Facts | undefined;
  for (const [index, rule] of rules.entries()) {
    const run = before.get(rule.id);
    if (run?.outcome === "fired") {
      addReplaced(rule, run.reason === null && rule.actions.some(({ action }) => action === "reply"));
      if (rule.stop) break;
    }
    if (index <= lastRun) continue;
    facts ??= factsOf(tenant, trigger);
    if (!facts) break;
    const { outcome, wrote } = evaluateAndFire(tenant, rule, trigger, facts);
    if (outcome !== "fired") continue;
    addReplaced(rule, wrote === true);
    // The next rules read the values that this rule changed.
    facts = undefined;
    if (rule.stop) break;
  }
  return { bot, closedText };
}

/** Runs one rule for a trigger of this rule only; a repeated call does nothing. */
export function runRule(tenant: Tenant, rule: Rule, trigger: RuleTrigger): void {
  const runs = queryAll(tenant.db, sql.runsOfEvent, { eventKey: trigger.key });
  if (runs.some(({ ruleId }) => ruleId === rule.id)) return;
  const facts = factsOf(tenant, trigger);
  if (facts) evaluateAndFire(tenant, rule, trigger, facts);
}

function evaluateAndFire(tenant: Tenant, rule: Rule, trigger: RuleTrigger, facts: Facts): Partial<Fired> {
  const evaluation = evaluateRule(rule, facts);
  if (evaluation.holds === true) return fire(tenant, rule, trigger, evaluation);
  const { key: eventKey, ticketId, contactId, chain } = trigger;
  const at = tenant.clock.now();
  const event = { eventKey, ticketId, contactId, at, depth: chain.length, facts };
  noteNotMatched(tenant, trigger.event, [rule], event);
  return {};
}
