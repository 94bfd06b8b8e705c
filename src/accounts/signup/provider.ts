import { planName } from "#accounts/plans/index.ts";
import { notFound } from "#platform/errors.ts";
import { pageOfRows } from "#platform/http/page.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { WaitingSignupAnswer, WaitingSignupPage } from "./contract.ts";
import { mailLink } from "./links.ts";
import { countWaiting, deleteWaiting, listWaiting, type Waiting, waitingById } from "./waiting.ts";

/** A page of the sign-ups that wait for their confirmation, the newest first. For super users. */
export function waitingPage(installation: Installation, pageNumber: number): WaitingSignupPage {
  const { rows, ...page } = pageOfRows(countWaiting(installation), pageNumber, (limit, offset) =>
    listWaiting(installation, limit, offset),
  );
  return { signups: rows.map((row) => present(installation, row)), ...page };
}

const present = ({ system }: Installation, waiting: Waiting): WaitingSignupAnswer => ({
  id: waiting.id,
  name: waiting.companyName,
  adminName: waiting.adminName,
  email: waiting.email,
  phone: waiting.phone,
  planName: planName(system, waiting.planId) ?? null,
  createdAt: new Date(waiting.createdAt).toISOString(),
  expiresAt: new Date(waiting.expiresAt).toISOString(),
});

/**
 * Mails the link of a waiting sign-up again. Throws 404 ERR_NOT_FOUND, 429 ERR_RATE_LIMIT after five mails within an
 * hour.
 */
export function sendLinkAgain({ tenant }: UserCtx, id: number): void {
  tenant.writeSystem(() => mailLink(tenant.installation, required(tenant.installation, id)));
}

/** Deletes a sign-up that waits; its links no longer work. Throws 404 ERR_NOT_FOUND. */
export function removeSignup({ tenant }: UserCtx, id: number): void {
  tenant.writeSystem(() => deleteWaiting(tenant.installation.system, required(tenant.installation, id).id));
}

function required(installation: Installation, id: number): Waiting {
  const waiting = waitingById(installation, id);
  if (!waiting) throw notFound();
  return waiting;
}
