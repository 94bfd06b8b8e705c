import { defineEvent } from "#platform/events/define-event.ts";

/** A user signed in; the user's other sessions ended, unless the user may have several. */
export const SessionStarted = defineEvent<{
  readonly userId: number;
  readonly sessionId: number;
  readonly replaced: boolean;
}>("session.started");

/**
 * `replay`: an old refresh token was used; `password`: a new password was set; `revoked`: ended in the list of
 * sessions.
 */
export type SessionEnd = "logout" | "replay" | "password" | "revoked";
/** A login session ended. */
export const SessionEnded = defineEvent<{
  readonly userId: number;
  readonly sessionId: number;
  readonly reason: SessionEnd;
}>("session.ended");
