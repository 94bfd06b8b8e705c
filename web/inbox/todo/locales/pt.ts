/** Texts of the to-do list, Portuguese: the source of the other languages. */
export const pt = {
  page: {
    title: "Tarefas",
    private: "Só você vê esta lista. Ela fica neste navegador.",
    open_one: "{{count}} tarefa a fazer",
    open_other: "{{count}} tarefas a fazer",
    allDone: "Tudo feito.",
    emptyTitle: "Nenhuma tarefa por aqui",
    emptyText: "Anote o que não pode ser esquecido: escreva acima e pressione Enter.",
    notStored: "Este navegador não guarda dados. As tarefas se perdem ao fechar a página.",
  },
  form: {
    task: "Nova tarefa",
    add: "Adicionar",
    save: "Salvar",
  },
  row: {
    done: "Concluir: {{text}}",
    edit: "Editar: {{text}}",
    delete: "Excluir: {{text}}",
    created: "Criada {{time}}",
    updated: "alterada {{time}}",
    deleted: "Tarefa excluída.",
  },
} as const satisfies Record<string, Record<string, string>>;
