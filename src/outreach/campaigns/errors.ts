import { AppError, notFound } from "#platform/errors.ts";

/** 404: no such campaign in this company. */
export const noCampaign = () => notFound();
/** 404: no such contact list, tag or file list. */
export const noSuchRow = () => notFound();
/** 409: the campaign's state does not allow this action. */
export const campaignState = () => new AppError(409, "ERR_CAMPAIGN_STATE");
/** 409: the campaign is running, or less than an hour before its start. */
export const campaignLocked = () => new AppError(409, "ERR_CAMPAIGN_LOCKED");
/** 400: the campaign has no message. */
export const noMessage = () => new AppError(400, "ERR_CAMPAIGN_NO_MESSAGE");
/** 400: the campaign has no recipients. */
export const noRecipients = () => new AppError(400, "ERR_CAMPAIGN_NO_RECIPIENTS");
