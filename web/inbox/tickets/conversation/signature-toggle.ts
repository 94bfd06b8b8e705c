import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";

/** Whether the user's messages begin with the name in bold; on until switched off. Reads a signal. */
export function signsMessages(): boolean {
  return session.user.value?.signMessages ?? true;
}

/** Switches the signature for this user, here and on the server. */
export function toggleSignature(signMessages: boolean): void {
  const user = session.user.peek();
  if (!user) return;
  session.update({ signMessages });
  api.put(`/users/${user.id}`, { signMessages }).catch((error: unknown) => {
    session.update({ signMessages: user.signMessages });
    toast.failure(error);
  });
}
