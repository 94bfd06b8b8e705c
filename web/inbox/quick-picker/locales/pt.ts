/** Texts of the quick replies offered while one writes, Portuguese: the source of the other languages. */
export const pt = {
  picker: {
    label: "Respostas rápidas",
    loading: "Carregando…",
    failed: "Não foi possível carregar a lista de registros",
    none: "Nenhuma resposta rápida ainda",
    notFound: "Nenhuma resposta com “{{text}}”",
    found_one: "{{count}} resposta rápida. Use as setas e Enter.",
    found_other: "{{count}} respostas rápidas. Use as setas e Enter.",
    manage: "Criar respostas rápidas",
    preview: "Como o cliente lê",
    shared: "Geral",
    choose: "escolher",
    close: "fechar",
  },
  enclosed: {
    title: "Arquivo da resposta rápida",
    remove: "Não enviar o arquivo",
  },
} as const satisfies Record<string, Record<string, string>>;
