/** Texts of the installed app, Portuguese: the source of the other languages. */
export const pt = {
  version: {
    newer: "Há uma nova versão do Balcão.",
    reload: "Recarregar",
  },
} as const satisfies Record<string, Record<string, string>>;
