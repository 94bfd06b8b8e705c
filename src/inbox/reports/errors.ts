import { AppError, noPermission } from "#platform/errors.ts";
import type { UserActor } from "#tenants/tenant.ts";
import { mayReadReports } from "./policy.ts";

/** Throws 403 ERR_NO_PERMISSION unless the user may read reports. */
export function requireReader(actor: Pick<UserActor, "profile">): void {
  if (!mayReadReports(actor)) throw noPermission();
}

/** The user already has a file in progress. */
export const exportRunning = () => new AppError(409, "ERR_EXPORT_RUNNING");
/** The report has more rows than a file of this format holds. */
export const exportTooLarge = (limit: number) => new AppError(400, "ERR_EXPORT_TOO_LARGE", { limit });
/** No mail server is configured, so a report cannot be sent. */
export const mailNotConfigured = () => new AppError(400, "ERR_MAIL_NOT_CONFIGURED");
