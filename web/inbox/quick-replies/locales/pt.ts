/** Texts of the quick replies page, Portuguese: the source of the other languages. */
export const pt = {
  page: {
    title: "Respostas rápidas",
    add: "Nova resposta",
    search: "Buscar por atalho ou texto",
    emptyTitle: "Nenhuma resposta rápida ainda",
    emptyText: "Guarde aqui o que você escreve todo dia. Na conversa, digite / para usar.",
  },
  column: {
    shortcode: "Atalho",
    message: "Mensagem",
    scope: "Uso",
    file: "Arquivo",
    actions: "Ações",
  },
  row: {
    edit: "Editar {{name}}",
    delete: "Excluir {{name}}",
    shared: "Geral",
    own: "Só minha",
    off: "Inativa",
  },
  form: {
    addTitle: "Nova resposta rápida",
    editTitle: "Editar resposta rápida",
    shortcode: "Atalho",
    shortcodeHelp: "Na conversa, digite / e o atalho.",
    message: "Mensagem",
    shared: "Geral",
    sharedHelp: "Todos os atendentes podem usar.",
    status: "Ativa",
    statusHelp: "Aparece na lista ao digitar /.",
    saved: "Resposta rápida salva com sucesso.",
    taken: "Já existe uma resposta com este atalho.",
  },
  file: {
    label: "Arquivo",
    add: "Anexar arquivo",
    replace: "Trocar arquivo",
    remove: "Remover arquivo",
    help: "É enviado junto, com a mensagem como legenda.",
    tooLarge: "O arquivo passa de 100 MB.",
    refused: "Este tipo de arquivo não é permitido.",
    empty: "O arquivo está vazio.",
  },
  preview: {
    title: "Como o cliente lê",
    empty: "A mensagem aparece aqui enquanto você escreve.",
  },
  remove: {
    deleted: "Resposta rápida excluída com sucesso.",
  },
} as const satisfies Record<string, Record<string, string>>;
