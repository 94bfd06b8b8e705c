import { defineEvent } from "#platform/events/define-event.ts";

/** A login; the user's other sessions ended with it, unless the user may have several. */
export const SessionStarted = defineEvent<{
  readonly userId: number;
  readonly sessionId: number;
  readonly replaced: boolean;
}>("session.started");

/** `replay`: of an old refresh token; `password`: a new one; `revoked`: ended from the list of sessions. */
export type SessionEnd = "logout" | "replay" | "password" | "revoked";
/** A session is over. */
export const SessionEnded = defineEvent<{
  readonly userId: number;
  readonly sessionId: number;
  readonly reason: SessionEnd;
}>("session.ended");
