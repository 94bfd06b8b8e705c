import { useText } from "#web/i18n/use-text.ts";
import type { FileInputProps } from "#web/ui/field/file-input.tsx";
import { queueTexts } from "./locales/index.ts";

/** Texts of a file slot on this page. */
export function useFileWords(): FileInputProps["words"] {
  const t = useText(queueTexts);
  return {
    attach: t("file.attach"),
    replace: t("file.replace"),
    remove: (name) => t("file.remove", { name }),
    open: (name) => t("file.open", { name }),
  };
}
