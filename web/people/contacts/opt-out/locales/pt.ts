/** Texts about contacts who want no campaigns, Portuguese: the source of the other languages. */
export const pt = {
  optOut: {
    since: "Não recebe campanhas desde {{date}}",
    undo: "Voltar a enviar campanhas",
    undone: "{{name}} volta a receber campanhas.",
  },
} as const satisfies Record<string, Record<string, string>>;
