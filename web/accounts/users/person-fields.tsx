import { useSignals } from "@preact/signals-react/runtime";
import type { UserAnswer } from "#accounts/users/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { usersTexts } from "./locales/index.ts";
import { changesLogin, profilesFor, type Rights, type UserForm } from "./user-form-model.ts";

interface Props {
  readonly form: UserForm;
  readonly user: UserAnswer | null;
  readonly isOwn: boolean;
  readonly rights: Rights;
}

/** Name, e-mail, password and profile; only admins change the profile. */
export function PersonFields({ form, user, isOwn, rights }: Props) {
  useSignals();
  const t = useText(usersTexts);
  const field = useField(form);
  return (
    <>
      <div className="form-row">
        <TextField
          {...field("name")}
          label={t("field.name")}
          isRequired
          autoComplete="off"
          autoFocus={hasKeyboard()}
        />
        <TextField
          {...field("email")}
          label={t("field.email")}
          type="email"
          inputMode="email"
          autoComplete="off"
          isRequired
        />
      </div>
      <div className="form-row">
        <PasswordField
          {...field("password")}
          label={t(user ? "field.newPassword" : "field.password")}
          help={user ? `${t("field.passwordHelp")} ${t("field.keepPassword")}` : t("field.passwordHelp")}
          autoComplete="new-password"
          isRequired={user === null}
        />
        {isOwn && user && changesLogin(user, form.values.value) ? (
          <PasswordField
            {...field("currentPassword")}
            label={t("field.currentPassword")}
            help={t("field.currentPasswordHelp")}
            autoComplete="current-password"
            isRequired
          />
        ) : null}
        {rights.profile ? (
          <Select
            {...field("profile")}
            label={t("field.profile")}
            options={profilesFor(user).map((id) => ({ id, label: t(`profile.${id}`) }))}
          />
        ) : null}
      </div>
    </>
  );
}
