import { AppError, notFound } from "#platform/errors.ts";

/** 404: no such integration in this company. */
export const noIntegration = () => notFound();
/** 404: no such delivery in the log. */
export const noDelivery = () => notFound();
/** 400: the outside system failed; `reason` is short. */
export const testFailed = (reason: string) => new AppError(400, "ERR_INTEGRATION_TEST", { reason });
/** 400: this type of integration does not support the operation. */
export const notSupported = () => new AppError(400, "ERR_NOT_SUPPORTED");
/** 401: the callback address is unknown, or its conversation is over. */
export const badCallbackToken = () => new AppError(401, "ERR_INVALID_API_TOKEN");
