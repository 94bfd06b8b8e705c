import type { TemplateProblem } from "#channels/templates/index.ts";
import { AppError, notFound } from "#platform/errors.ts";

/** The message left before its send was undone. */
export const alreadySent = () => new AppError(409, "ERR_ALREADY_SENT");
export const noMessage = () => notFound("ERR_NO_MESSAGE_FOUND");
/** The network no longer accepts the deletion because of the message's age, or refused it. */
export const cannotDelete = () => new AppError(400, "ERR_DELETE_WAPP_MSG");
/** The channel does not support the action, or the state of the message does not allow it. */
export const notSupported = () => new AppError(400, "ERR_NOT_SUPPORTED");
/** The quoted message belongs to another connection: the customer's phone does not have it in this chat. */
export const quoteOtherConnection = () => new AppError(400, "ERR_QUOTE_OTHER_CONNECTION");
/** The quoted message was deleted or never reached the network. */
export const quoteNotPossible = () => new AppError(400, "ERR_QUOTE_NOT_POSSIBLE");
/** The address is not a signed media URL of the company. */
export const foreignMedia = () => new AppError(400, "ERR_URL_NOT_ALLOWED");
/** The answer window has closed (docs/rules/official-channels.md#answer-window). */
export const windowClosed = () => new AppError(400, "ERR_WINDOW_CLOSED");
/** The client id was used before with another content. */
export const idempotencyMismatch = () => new AppError(409, "ERR_IDEMPOTENCY_MISMATCH");
/** The network does not have the message: it never arrived there, or the network has deleted it. */
export const goneFromNetwork = () => new AppError(404, "ERR_FETCH_WAPP_MSG");
/** The network did not answer; a later attempt may succeed. */
export const downloadFailed = () => new AppError(502, "ERR_WAPP_DOWNLOAD_MEDIA");
/** The customer was asked for the phone in the last 7 days; `until`: when the customer may be asked again, ms. */
export const phoneAsked = (until: number) =>
  new AppError(409, "ERR_PHONE_ASKED", { until: new Date(until).toISOString() });

/** The error code of a template that cannot be filled in without a person. */
export const templateCode = (problem: TemplateProblem): string =>
  problem === "unknown" ? "ERR_TEMPLATE_UNAVAILABLE" : "ERR_TEMPLATE_VALUES";
export const templateUnusable = (problem: TemplateProblem) => new AppError(400, templateCode(problem));
