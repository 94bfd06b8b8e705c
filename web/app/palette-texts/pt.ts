/** Texts of the palette beside its name, Portuguese: the source of the other languages. */
export const pt = {
  palette: {
    placeholder: "Página, contato ou atendimento…",
    pages: "Páginas",
    tickets: "Atendimentos",
    contacts: "Contatos",
    actions: "Ações",
    empty: "Nada encontrado",
    needsModifier: "“{{what}}” não acontece só com Enter: clique ou aperte {{keys}}.",
    hint: "Digite ao menos 2 letras para buscar contatos e atendimentos.",
    toggleTheme: "Trocar entre tema claro e escuro",
  },
} as const satisfies Record<string, Record<string, string>>;
