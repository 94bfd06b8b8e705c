/** Texts of the page that opens without a network, Portuguese: the source of the other languages. */
export const pt = {
  page: {
    title: "Sem conexão",
    text: "Não foi possível conectar ao servidor. Seguimos tentando; o {{brand}} volta automaticamente.",
    now: "Tentar agora",
    drafts: "Rascunhos",
    draftsText: "O que você escreveu e ainda não enviou está guardado neste aparelho.",
    noDrafts: "Nenhum rascunho guardado",
    tasks: "Tarefas",
    noTasks: "Nenhuma tarefa",
    copy: "Copiar o texto",
    copied: "Texto copiado",
  },
} as const satisfies Record<string, Record<string, string>>;
