import * as v from "valibot";
import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { HOME_CELL } from "#platform/cells.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import { readJson } from "#platform/http/body/json-body.ts";
import { forwardPart } from "#platform/http/cells/forward.ts";
import { isPart } from "#platform/http/cells/internal-headers.ts";
import { validate } from "#platform/http/validate.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Mount } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./notices.sql.ts";
import { notifyAdmins } from "./notify-admins.ts";

const PATH = "/between-cells/notice";
const SentNotice = v.object({
  code: v.string(),
  details: v.record(v.string(), v.unknown()),
  key: v.string(),
});

/** Sends in progress. */
const sending = new WeakMap<Installation, Promise<void>>();

/**
 * Sends the notices that wait in the copy of the provider's company to the home cell, and deletes each when it is stored there. A kill
 * in between repeats the notice, which the home cell ignores by its key. Does nothing in the home cell. Never throws.
 */
export function sendToHome(installation: Installation): Promise<void> {
  const known = sending.get(installation);
  if (known) return known;
  const { log } = installation;
  const running = sendWaiting(installation)
    .catch((error: unknown) =>
      log.warn({ err: error }, "notices wait for the home cell; retried every minute"),
    )
    .finally(() => sending.delete(installation));
  sending.set(installation, running);
  return running;
}

async function sendWaiting({ cells, tenants }: Installation): Promise<void> {
  if (cells.own === HOME_CELL || !cells.all().includes(HOME_CELL) || !tenants.exists(PROVIDER_ID)) return;
  const copy = tenants.open(PROVIDER_ID);
  for (;;) {
    const [next] = queryAll(copy.db, sql.oldestNotice);
    if (!next) return;
    const { id, code, details, key } = next;
    const body = JSON.stringify({ code, details: JSON.parse(details) as unknown, key });
    await forwardPart(cells, HOME_CELL, { path: PATH, headers: {}, body, caller: BETWEEN_CELLS });
    copy.write((unit) => void execute(unit.db, sql.deleteNotice, { id }));
  }
}

const BETWEEN_CELLS = { ip: "", https: true, host: "" };

/** For notices that arose while the home cell was away. */
export const noticesToHome = defineJob<Installation>({
  name: "notices_to_home",
  every: { seconds: 60 },
  run: (installation) => sendToHome(installation),
});

/** Stores a notice of another cell in the home cell. Only cells may send one: 404 for everyone else. */
export const noticeMount: Mount = {
  prefix: PATH,
  cell: "parts",
  async handle({ cells, tenants }, request, caller) {
    if (!isPart(request, caller) || request.method !== "POST" || cells.own !== HOME_CELL) throw notFound();
    const notice = validate(SentNotice, await readJson(request));
    // Without the company there is no admin to notify.
    if (tenants.exists(PROVIDER_ID)) tenants.open(PROVIDER_ID).write((unit) => notifyAdmins(unit, notice));
    return Response.json({ message: "ok" });
  },
};
