import { useSignals } from "@preact/signals-react/runtime";
import { session } from "#web/lib/session/session.ts";
import { UserDialog } from "./user-dialog.tsx";

/** The profile dialog of the signed-in user, opened from the profile menu. */
export function OwnProfile({ onClose }: { readonly onClose: () => void }) {
  useSignals();
  const user = session.user.value;
  if (!user) return null;
  return (
    <UserDialog
      user={user}
      onSaved={(saved) => {
        session.update(saved);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
