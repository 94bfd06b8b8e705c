import { AppError, notFound } from "#platform/errors.ts";

/** 404: no invoice with this id that the caller may see. */
export const noInvoice = () => notFound();
/** 409: the invoice is already paid. */
export const invoicePaid = () => new AppError(409, "ERR_INVOICE_PAID");
/** 400: no Pix key, or the gateway's credentials are missing. */
export const paymentNotConfigured = () => new AppError(400, "ERR_PAYMENT_NOT_CONFIGURED");
/** 409: the company is held after a restore; the invoice may be paid already. */
export const heldAfterRestore = () => new AppError(409, "ERR_HELD_AFTER_RESTORE");
/** 502: the call of the gateway failed, or its answer is invalid. */
export const paymentGateway = () => new AppError(502, "ERR_PAYMENT_GATEWAY");
/** 401: the secret in the webhook URL is wrong. */
export const badWebhookSecret = () => new AppError(401, "ERR_INVALID_API_TOKEN");
