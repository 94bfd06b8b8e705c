import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { type KeyboardEvent, useRef, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { paceTexts } from "./locales/index.ts";
import { type PaceValues, problemOfShortcut, withVariable } from "./settings-form.ts";

/** The company's variables, shown as `{shortcut}`: add and delete. Saved with the form. */
export function VariablesField({ form }: { readonly form: FormModel<PaceValues> }) {
  useSignals();
  const t = useText(paceTexts);
  const [key, setKey] = useState("");
  const [value, setValue] = useState("");
  const [isAsked, setAsked] = useState(false);
  const shortcut = useRef<HTMLInputElement>(null);
  const known = form.value("variables");
  const problem = problemOfShortcut(known, key);
  const add = () => {
    setAsked(problem !== null);
    if (problem !== null) {
      shortcut.current?.focus();
      return;
    }
    form.set("variables", withVariable(known, { key, value }));
    setKey("");
    setValue("");
    shortcut.current?.focus();
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    // Enter adds the variable instead of submitting the form.
    event.preventDefault();
    add();
  };
  return (
    <>
      <div className="variable-add">
        <TextField
          inputRef={shortcut}
          label={t("variable.shortcut")}
          help={t("variable.shortcutHelp")}
          autoComplete="off"
          value={key}
          error={isAsked && problem ? t(`variable.${problem}`) : null}
          onKeyDown={addOnEnter}
          onChange={(typed) => {
            setAsked(false);
            setKey(typed.replace(/[{}\s]/g, ""));
          }}
        />
        <TextField
          label={t("variable.content")}
          autoComplete="off"
          value={value}
          onKeyDown={addOnEnter}
          onChange={setValue}
        />
        <Button icon={<Plus aria-hidden="true" />} onPress={add}>
          {t("variable.add")}
        </Button>
      </div>
      {known.length === 0 ? (
        <p className="field-help">{t("variable.empty")}</p>
      ) : (
        <ul className="variable-list">
          {known.map((variable) => (
            <li key={variable.key}>
              <code>{`{${variable.key}}`}</code>
              <span className="ellipsis">{variable.value}</span>
              <IconButton
                label={t("variable.remove", { key: variable.key })}
                variant="danger"
                onPress={() =>
                  form.set(
                    "variables",
                    known.filter((other) => other !== variable),
                  )
                }
              >
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
