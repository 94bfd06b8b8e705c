import type { SessionUser } from "#accounts/auth/contract.ts";

/** A super user in the provider's company; in a support session the dashboard is that of the company. */
export const isProvider = (user: SessionUser | null): boolean => user?.super === true && !user.supportUntil;

/** Address of the dashboard: `/` for users whose first page it is. */
export const dashboardPath = (user: SessionUser | null): string => (isProvider(user) ? "/dashboard" : "/");
