import * as v from "valibot";
import { CreateUserBody, type Profile, UpdateUserBody, type UserAnswer } from "#accounts/users/contract.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel, SUBMIT_DELAY_MS } from "#web/ui/form/form-model.ts";
import type { UserCalls } from "./users-api.ts";

/** Values of the fields; the limit as typed, 0 for no connection. */
interface UserValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The current password, required when users change their own e-mail or password. */
  readonly currentPassword: string;
  readonly profile: Profile;
  readonly queueIds: readonly number[];
  readonly whatsappId: number;
  readonly maxOpenTickets: string;
  readonly allTicket: boolean;
  readonly signMessages: boolean;
  readonly multiSession: boolean;
}
export type UserForm = FormModel<UserValues>;

/** What the signed-in user may change in this form (abilities of the session). */
export interface Rights {
  /** `user-modal:editProfile`: profile, default connection, limits, notifications. */
  readonly profile: boolean;
  /** `user-modal:editQueues`. */
  readonly queues: boolean;
}

function valuesOf(user: UserAnswer | null): UserValues {
  return {
    name: user?.name ?? "",
    email: user?.email ?? "",
    password: "",
    currentPassword: "",
    profile: user?.profile ?? "user",
    queueIds: user?.queues.map(({ id }) => id) ?? [],
    whatsappId: user?.whatsappId ?? 0,
    maxOpenTickets: String(user?.maxOpenTickets ?? 0),
    allTicket: user?.allTicket === "enable",
    signMessages: user?.signMessages ?? true,
    multiSession: user?.multiSession ?? false,
  };
}

/** `NAO` cannot be chosen, but is kept until another value is chosen. */
export function profilesFor(user: UserAnswer | null): readonly Profile[] {
  const offered: readonly Profile[] = ["admin", "supervisor", "user"];
  return user?.profile === "NAO" ? [...offered, "NAO"] : offered;
}

/**
 * True when the form changes the e-mail or the password; for the signed-in user the server then requires the current
 * password.
 */
export const changesLogin = (
  user: Pick<UserAnswer, "email">,
  { email, password }: { readonly email?: string | undefined; readonly password?: string | undefined },
): boolean => Boolean(password) || (email ?? "").trim().toLowerCase() !== user.email;

/** Omits the fields that users without these rights may not send. */
function bodyOf(values: UserValues, rights: Rights): v.InferInput<typeof UpdateUserBody> {
  const { name, email, password, currentPassword, signMessages, queueIds, ...admin } = values;
  return {
    name,
    email,
    password,
    ...(currentPassword !== "" && { currentPassword }),
    signMessages,
    ...(rights.queues && { queueIds: [...queueIds] }),
    ...(rights.profile && {
      profile: admin.profile,
      whatsappId: admin.whatsappId,
      allTicket: admin.allTicket,
      multiSession: admin.multiSession,
      maxOpenTickets: admin.maxOpenTickets,
    }),
  };
}

export interface UserFormOptions {
  /** Null adds a new user. */
  readonly user: UserAnswer | null;
  /** Users edit themselves. */
  readonly isOwn?: boolean;
  readonly rights: Rights;
  readonly calls: Pick<UserCalls, "create" | "update">;
  readonly onSaved: (saved: UserAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Adds or edits a user; for an existing user an empty password means no change (docs/rules/forms.md#lengths). */
export function createUserForm({
  user,
  isOwn = false,
  rights,
  calls,
  onSaved,
  onFailure,
}: UserFormOptions): UserForm {
  const schema: v.GenericSchema<unknown, unknown> = !user
    ? CreateUserBody
    : isOwn
      ? v.pipe(
          UpdateUserBody,
          v.forward(
            v.check((values) => !changesLogin(user, values) || Boolean(values.currentPassword), "required"),
            ["currentPassword"],
          ),
        )
      : UpdateUserBody;
  return new FormModel<UserValues>({
    initial: valuesOf(user),
    schema,
    delayMs: rights.profile ? ADMIN_SUBMIT_DELAY_MS : SUBMIT_DELAY_MS,
    fieldsOfCode: {
      ERR_EMAIL_IN_USE: { email: "in_use" },
      ERR_CURRENT_PASSWORD: { currentPassword: "ERR_CURRENT_PASSWORD" },
    },
    onFailure,
    submit: async (values) => {
      const body = bodyOf(values, rights);
      const { name, email, password } = values;
      onSaved(await (user ? calls.update(user.id, body) : calls.create({ ...body, name, email, password })));
    },
  });
}
