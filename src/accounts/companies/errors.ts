import { AppError } from "#platform/errors.ts";

/** 403: the company is disabled by the provider. */
export const companyInactive = () => new AppError(403, "ERR_COMPANY_INACTIVE");
/** 402: the company is past its due date. */
export const subscriptionExpired = () => new AppError(402, "ERR_SUBSCRIPTION_EXPIRED");
/** 403: the plan does not include this feature. */
export const planFeature = (feature: string) => new AppError(403, "ERR_PLAN_FEATURE", { feature });
/** 409: another company or plan has this name. */
export const nameInUse = () => new AppError(409, "ERR_NAME_IN_USE");
