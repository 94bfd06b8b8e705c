import { AppError, notFound } from "#platform/errors.ts";

/** 404: no such invoice for this caller. */
export const noInvoice = () => notFound();
/** 409: it is paid. */
export const invoicePaid = () => new AppError(409, "ERR_INVOICE_PAID");
/** 400: no Pix key, or the gateway's credentials are missing. */
export const paymentNotConfigured = () => new AppError(400, "ERR_PAYMENT_NOT_CONFIGURED");
/** 502: the gateway failed or answered nonsense. */
export const paymentGateway = () => new AppError(502, "ERR_PAYMENT_GATEWAY");
/** 401: the secret of a webhook is not ours. */
export const badWebhookSecret = () => new AppError(401, "ERR_INVALID_API_TOKEN");
