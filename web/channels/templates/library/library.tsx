import { useState } from "react";
import type { LibraryTemplate, TemplateAnswer } from "#channels/templates/contract.ts";
import { templateTexts } from "#web/channels/templates/locales/index.ts";
import { templateCalls } from "#web/channels/templates/templates-api.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";

interface Props {
  readonly connectionId: number;
  readonly onTaken: (made: TemplateAnswer) => void;
  readonly onClose: () => void;
}

/** Searches Meta's ready-made texts and takes one over. */
export default function TemplateLibrary({ connectionId, onTaken, onClose }: Props) {
  const t = useText(templateTexts);
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly LibraryTemplate[] | null>(null);
  const [chosen, setChosen] = useState<LibraryTemplate | null>(null);
  const [isBusy, setBusy] = useState(false);
  const search = async () => {
    setBusy(true);
    try {
      setFound(await templateCalls.library(connectionId, text.trim()));
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
    }
  };
  if (chosen)
    return (
      <Take connectionId={connectionId} template={chosen} onTaken={onTaken} onClose={() => setChosen(null)} />
    );
  return (
    <Dialog title={t("library.title")} onClose={onClose}>
      <form
        className="template-library-search"
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <TextField
          label={t("library.search")}
          help={t("library.searchHelp")}
          value={text}
          onChange={setText}
        />
        <Button type="submit" variant="primary" isPending={isBusy} isDisabled={text.trim() === ""}>
          {t("library.find")}
        </Button>
      </form>
      {found?.length === 0 ? <p className="template-row-note">{t("library.none")}</p> : null}
      <ul className="template-rows">
        {found?.map((template) => (
          <li key={template.name} className="template-row template-library-text">
            <strong>{template.header || template.name}</strong>
            <p className="template-row-text">{filled(template)}</p>
            <Button size="s" onPress={() => setChosen(template)}>
              {t("library.choose")}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The text with its examples. */
const filled = ({ body, examples }: LibraryTemplate): string =>
  body.replace(/\{\{(\d+)\}\}/g, (place, index: string) => examples[Number(index) - 1] ?? place);

interface TakeProps extends Props {
  readonly template: LibraryTemplate;
}

function Take({ connectionId, template, onTaken, onClose }: TakeProps) {
  const t = useText(templateTexts);
  const inputs = template.buttons.filter(({ type }) => type === "URL" || type === "PHONE_NUMBER");
  const [name, setName] = useState(template.name);
  const [values, setValues] = useState<readonly string[]>(inputs.map(() => ""));
  const [isBusy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      const buttons = inputs.map(({ type }, index) => {
        const value = (values[index] ?? "").trim();
        return type === "URL"
          ? { type: "URL" as const, url: value }
          : { type: "PHONE_NUMBER" as const, phone: value };
      });
      const { language, category } = template;
      const body = { libraryName: template.name, name: name.trim(), language, category, buttons };
      onTaken(await templateCalls.takeFromLibrary(connectionId, body));
      toast.success(t("library.taken"));
    } catch (error) {
      toast.failure(error);
      setBusy(false);
    }
  };
  const isReady = /^[a-z0-9_]{1,512}$/.test(name.trim()) && values.every((value) => value.trim() !== "");
  return (
    <Dialog
      title={t("library.choose")}
      onClose={onClose}
      footer={
        <Button variant="primary" isPending={isBusy} isDisabled={!isReady} onPress={() => void take()}>
          {t("library.take")}
        </Button>
      }
    >
      <p className="template-row-text">{filled(template)}</p>
      <TextField
        label={t("form.name")}
        help={t("form.nameHelp")}
        value={name}
        onChange={setName}
        isRequired
      />
      {inputs.map(({ type, text }, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: the buttons of a text do not change
          key={index}
          label={t(type === "URL" ? "library.url" : "library.phone", { button: text })}
          value={values[index] ?? ""}
          onChange={(value) => setValues(values.map((one, at) => (at === index ? value : one)))}
          isRequired
        />
      ))}
    </Dialog>
  );
}
