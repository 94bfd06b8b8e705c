import { ActionFileReadersPort } from "#automation/ticket-actions/index.ts";
import { ConditionUsersPort } from "#inbox/conditions/index.ts";
import { ArrivalRulesPort, OriginNamesPort } from "#inbox/messages/index.ts";
import { queryOne } from "#platform/db/query.ts";
import { defineFeature } from "#tenants/feature.ts";
import { listenForRuleEvents } from "./after-commit/listeners.ts";
import { sendWaitingTexts } from "./after-commit/waiting-texts.ts";
import { createRuleWorker, runStoredEvents } from "./after-commit/worker.ts";
import { RuleWorkerPort } from "./after-commit/worker-port.ts";
import { arrivalRules } from "./before-bot/arrival-rules.ts";
import { broadcastRules } from "./broadcasts.ts";
import { followContacts } from "./contacts.ts";
import { NotMatchedPort, writeNotMatchedRuns } from "./log/not-matched.ts";
import { deleteOldRuns } from "./log/runs.ts";
import * as sql from "./queries.sql.ts";
import { keepWhatRulesUse, rulesAsConditionUser } from "./references.ts";
import { ruleRoutes } from "./routes.ts";
import { fireTimedRules, watchTimedRules } from "./timed/timed.ts";

/** Automation rules: actions that the product performs for an event, and their log (docs/rules/rules.md). */
export const rules = defineFeature({
  name: "rules",
  routes: ruleRoutes,
  jobs: [runStoredEvents, sendWaitingTexts, writeNotMatchedRuns, deleteOldRuns, fireTimedRules],
  listen(installation) {
    const { ports } = installation;
    ports.plug(NotMatchedPort, new Map());
    ports.plug(RuleWorkerPort, createRuleWorker(installation));
    ports.plug(ArrivalRulesPort, arrivalRules);
    ports.add(ConditionUsersPort, "rules", rulesAsConditionUser);
    ports.add(ActionFileReadersPort, "rule", ({ actor }) => actor.profile === "admin");
    ports
      .use(OriginNamesPort)
      .set("rule", ({ db }, messageId) => queryOne(db, sql.nameOfMessage, { messageId })?.name ?? null);
    keepWhatRulesUse(installation);
    listenForRuleEvents(installation);
    watchTimedRules(installation);
    followContacts(installation);
    broadcastRules(installation);
  },
  stop({ ports }) {
    ports.use(RuleWorkerPort).stop();
  },
});
