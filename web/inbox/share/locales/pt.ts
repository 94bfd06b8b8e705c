/** Texts of the page that takes what other apps share, Portuguese: the source of the other languages. */
export const pt = {
  page: {
    title: "Compartilhar",
    choose: "Escolha para qual atendimento ou contato enviar:",
    find: "Buscar atendimento ou contato",
    contacts: "Contatos",
    files_one: "{{count}} arquivo",
    files_other: "{{count}} arquivos",
    nothing: "Nada para compartilhar",
    nothingText: "Use “Compartilhar” em outro app e escolha o {{brand}}.",
    none: "Nenhum atendimento aberto",
    noneText: "Aceite um atendimento, ou procure um contato pelo nome.",
    toTickets: "Ir para os atendimentos",
    notSent: "Nada é enviado ainda: você confere antes.",
    refused: "{{name}} não pôde ser anexado",
  },
} as const satisfies Record<string, Record<string, string>>;
