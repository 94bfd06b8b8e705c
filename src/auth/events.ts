import { defineEvent } from "#platform/events/define-event.ts";

/** A login; the user's other sessions ended with it, unless the user may have several. */
export const SessionStarted = defineEvent<{
  readonly userId: number;
  readonly sessionId: number;
  readonly replaced: boolean;
}>("session.started");

/** Logout, replay of an old refresh token, or a new password. */
export const SessionEnded = defineEvent<{
  readonly userId: number;
  readonly sessionId: number;
  readonly reason: "logout" | "replay" | "password";
}>("session.ended");
